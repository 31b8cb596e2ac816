// Batches the products: each nonzero is read once and used for all of them. In an iteration that is impossible: the
// second vector is computed from the first product.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256;
constexpr int max_products = 64;

/// Multiplies a row by all vectors, one warp per row.
__global__ void __launch_bounds__(block) add_row(SparseArgs args) {
    const long long row = (static_cast<long long>(blockIdx.x) * block + threadIdx.x) / 32;
    if (row >= args.rows) return;
    const int lane = threadIdx.x % 32;
    float sums[max_products] = {};
    for (int i = args.row_offsets[row] + lane; i < args.row_offsets[row + 1]; i += 32) {
        const int column = args.column_indices[i];
        const float value = args.values[i];
        for (int k = 0; k < args.products; ++k)
            sums[k] += value * args.x[static_cast<long long>(k) * args.width + column];
    }
    for (int k = 0; k < args.products; ++k) {
        for (int distance = 16; distance > 0; distance /= 2)
            sums[k] += __shfl_xor_sync(0xffffffff, sums[k], distance);
        if (lane == 0) args.y[static_cast<long long>(k) * args.rows + row] = sums[k];
    }
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return;
    add_row<<<groups_of(block / 32, args.rows), block>>>(args);
    CUDA_CHECK_LAUNCH();
}
