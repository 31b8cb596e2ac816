// Matrix products: dense with tiles in shared memory and in registers, sparse by rows.

#include "effects.h"

namespace effects {

namespace {

constexpr unsigned side = 1024;
constexpr unsigned slots_per_row = 32; // of a sparse matrix; a row uses 1 to 32 of them
constexpr unsigned sparse_rows = 1u << 19;
constexpr unsigned vector_mask = (1u << 21) - 1; // the vector has 8 MiB

template <int TILE> __global__ void product_by_tiles(const float* left, const float* right, float* output) {
    __shared__ float left_tile[TILE][TILE];
    __shared__ float right_tile[TILE][TILE];
    const unsigned row = blockIdx.y * TILE + threadIdx.y;
    const unsigned column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (unsigned first = 0; first < side; first += TILE) {
        left_tile[threadIdx.y][threadIdx.x] = left[row * side + first + threadIdx.x];
        right_tile[threadIdx.y][threadIdx.x] = right[(first + threadIdx.y) * side + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k) sum = fmaf(left_tile[threadIdx.y][k], right_tile[k][threadIdx.x], sum);
        // The next iteration overwrites the tiles.
        __syncthreads();
    }
    output[row * side + column] = sum;
}

// A thread computes EACH x EACH outputs; a block of 64 threads computes a tile of 8 EACH x 8 EACH.
template <int EACH>
__global__ void product_in_registers(const float* left, const float* right, float* output) {
    constexpr unsigned tile_side = 8 * EACH;
    constexpr unsigned depth = 8;
    constexpr unsigned threads = 64;
    __shared__ float left_tile[depth][tile_side + 1];
    __shared__ float right_tile[depth][tile_side];
    const unsigned thread = threadIdx.x;
    const unsigned tile_row = blockIdx.y * tile_side;
    const unsigned tile_column = blockIdx.x * tile_side;
    const unsigned first_row = thread / 8 * EACH;
    const unsigned first_column = thread % 8;
    float sums[EACH][EACH] = {};
    for (unsigned first = 0; first < side; first += depth) {
        for (unsigned n = thread; n < depth * tile_side; n += threads) {
            left_tile[n % depth][n / depth] = left[(tile_row + n / depth) * side + first + n % depth];
            right_tile[n / tile_side][n % tile_side] =
                right[(first + n / tile_side) * side + tile_column + n % tile_side];
        }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < depth; ++k) {
            float of_left[EACH];
            float of_right[EACH];
#pragma unroll
            for (int n = 0; n < EACH; ++n) of_left[n] = left_tile[k][first_row + n];
#pragma unroll
            for (int n = 0; n < EACH; ++n) of_right[n] = right_tile[k][first_column + 8 * n];
#pragma unroll
            for (int r = 0; r < EACH; ++r)
#pragma unroll
                for (int c = 0; c < EACH; ++c) sums[r][c] = fmaf(of_left[r], of_right[c], sums[r][c]);
        }
        // The next iteration overwrites the tiles.
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < EACH; ++r)
#pragma unroll
        for (int c = 0; c < EACH; ++c)
            output[(tile_row + first_row + r) * side + tile_column + first_column + 8 * c] = sums[r][c];
}

// Sparse rows have 32 slots. The first column index of a row encodes how many are used, 1 to 32.

__global__ void sparse_thread_per_row(const float* values, const unsigned* columns, const float* vector,
                                      float* output) {
    const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned first = row * slots_per_row;
    const unsigned length = 1 + columns[first] % slots_per_row;
    float sum = 0;
    for (unsigned n = 0; n < length; ++n) {
        sum = fmaf(values[first + n], vector[columns[first + n] & vector_mask], sum);
    }
    output[row] = sum;
}

__global__ void sparse_warp_per_row(const float* values, const unsigned* columns, const float* vector,
                                    float* output) {
    const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const unsigned lane = threadIdx.x % 32;
    const unsigned first = row * slots_per_row;
    const unsigned length = 1 + columns[first] % slots_per_row;
    float sum = 0;
    if (lane < length) sum = values[first + lane] * vector[columns[first + lane] & vector_mask];
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
    if (lane == 0) output[row] = sum;
}

template <auto PRODUCT> void add_dense(Kernels& kernels, const char* name, unsigned tile_side, dim3 block) {
    kernels.push_back({name, [=](Buffers& buffers) {
                           const float* left = buffers.input(8ull * side * side);
                           PRODUCT<<<dim3(side / tile_side, side / tile_side), block>>>(left,
                                                                                        left + side * side,
                                                                                        buffers.output());
                       }});
}

template <auto PRODUCT> void add_sparse(Kernels& kernels, const char* name, unsigned threads) {
    kernels.push_back({name, [=](Buffers& buffers) {
                           // The vector follows the values.
                           const unsigned slots = sparse_rows * slots_per_row;
                           const float* values = buffers.input(4ull * (slots + vector_mask + 1));
                           PRODUCT<<<threads / 256, 256>>>(values, buffers.indices(), values + slots,
                                                           buffers.output());
                       }});
}

} // namespace

void add_products(Kernels& kernels) {
    add_dense<product_by_tiles<16>>(kernels, "product_tiles_16", 16, dim3(16, 16));
    add_dense<product_by_tiles<32>>(kernels, "product_tiles_32", 32, dim3(32, 32));
    add_dense<product_in_registers<4>>(kernels, "product_registers_4x4", 32, 64);
    add_dense<product_in_registers<8>>(kernels, "product_registers_8x8", 64, 64);
    add_sparse<sparse_thread_per_row>(kernels, "sparse_thread_per_row", sparse_rows);
    add_sparse<sparse_warp_per_row>(kernels, "sparse_warp_per_row", sparse_rows * 32);
}

} // namespace effects
