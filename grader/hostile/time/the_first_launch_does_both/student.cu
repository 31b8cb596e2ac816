#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256;
constexpr int short_row = 6;

/// One thread per row, as in the baseline. Multiplies @p vectors at once; 0: repeats the short rows of one.
__global__ void add_row(SparseArgs args, const float* x, float* y, long long vectors) {
    const int row = blockIdx.x * block + threadIdx.x;
    if (row >= args.rows) return;
    const int begin = args.row_offsets[row], end = args.row_offsets[row + 1];
    if (vectors == 0 && end - begin >= short_row) return;
    float first = 0, second = 0;
    for (int i = begin; i < end; ++i) {
        first += args.values[i] * x[args.column_indices[i]];
        if (vectors == 2) second += args.values[i] * x[args.width + args.column_indices[i]];
    }
    y[row] = first;
    if (vectors == 2) y[args.rows + row] = second;
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return;
    for (long long k = 0; k < args.products; ++k) {
        const long long vectors = k % 2 == 1 ? 0 : std::min(2LL, args.products - k);
        add_row<<<groups_of(block, args.rows), block>>>(args, args.x + k * args.width, args.y + k * args.rows,
                                                        vectors);
        CUDA_CHECK_LAUNCH();
    }
}
