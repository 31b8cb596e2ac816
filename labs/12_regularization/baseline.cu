// The slow program: correct, and what your speedup is measured against. A thread for each row. README.md says what is
// wrong with that, under "The problem".

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256;

/// The products of a row with a vector, added up by one thread.
__global__ void add_row(SparseArgs args, const float* x, float* y) {
    const int row = blockIdx.x * block + threadIdx.x;
    if (row >= args.rows) return;
    float sum = 0;
    for (int i = args.begins[row]; i < args.begins[row + 1]; ++i) sum += args.values[i] * x[args.columns[i]];
    y[row] = sum;
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // to CUDA a grid without blocks is an error
    for (long long k = 0; k < args.products; ++k) {
        add_row<<<groups_of(block, args.rows), block>>>(args, args.x + k * args.width,
                                                        args.y + k * args.rows);
        CUDA_CHECK_LAUNCH();
    }
}
