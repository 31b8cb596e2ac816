// Shared memory: bank conflicts, wide reads, transpositions with and without padding.

#include "effects.h"

namespace effects {

namespace {

constexpr unsigned tile = 32;
constexpr unsigned tile_rows = 8; // rows of threads: each thread copies tile / tile_rows elements
constexpr unsigned matrix_side = 8192;

// With a stride of 2^n floats, 2^n lanes access one bank.
template <int STRIDE>
__global__ void shared_conflicts(const float* input, float* output, unsigned rounds, float never) {
    constexpr unsigned reads = 8;
    constexpr unsigned apart = 33; // the reads of a thread are not merged into vector loads
    constexpr unsigned elements = 31 * STRIDE + (reads - 1) * apart + 8;
    __shared__ float numbers[elements];
    for (unsigned i = threadIdx.x; i < elements; i += blockDim.x) numbers[i] = input[i];
    __syncthreads();
    const unsigned lane = threadIdx.x % 32;
    float sum = 0;
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        const float* first = numbers + lane * STRIDE + (round & 7);
#pragma unroll
        for (unsigned n = 0; n < reads; ++n) sum += first[n * apart];
    }
    if (sum == never) output[threadIdx.x] = sum;
}

__global__ void shared_float4(const float4* input, float* output, unsigned rounds, float never) {
    __shared__ float4 numbers[512];
    for (unsigned i = threadIdx.x; i < 512; i += blockDim.x) numbers[i] = input[i];
    __syncthreads();
    const unsigned lane = threadIdx.x % 32;
    float sum = 0;
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        const float4* first = numbers + lane + (round & 7);
#pragma unroll
        for (unsigned n = 0; n < 8; ++n) {
            const float4 four = first[n * 48];
            sum += four.x + four.y + four.z + four.w;
        }
    }
    if (sum == never) output[threadIdx.x] = sum;
}

template <int PADDING> __global__ void transpose_by_tiles(const float* input, float* output) {
    __shared__ float numbers[tile][tile + PADDING];
    const unsigned column = blockIdx.x * tile + threadIdx.x;
    const unsigned row = blockIdx.y * tile + threadIdx.y;
    for (unsigned n = 0; n < tile; n += tile_rows) {
        numbers[threadIdx.y + n][threadIdx.x] = input[(row + n) * matrix_side + column];
    }
    __syncthreads();
    const unsigned column_out = blockIdx.y * tile + threadIdx.x;
    const unsigned row_out = blockIdx.x * tile + threadIdx.y;
    for (unsigned n = 0; n < tile; n += tile_rows) {
        output[(row_out + n) * matrix_side + column_out] = numbers[threadIdx.x][threadIdx.y + n];
    }
}

__global__ void transpose_directly(const float* input, float* output) {
    const unsigned column = blockIdx.x * tile + threadIdx.x;
    const unsigned row = blockIdx.y * tile + threadIdx.y;
    for (unsigned n = 0; n < tile; n += tile_rows) {
        output[column * matrix_side + row + n] = input[(row + n) * matrix_side + column];
    }
}

// A sum over neighbors that the threads of the block have loaded: one DRAM load per 9 shared loads.
__global__ void stencil_in_shared(const float* input, float* output) {
    constexpr unsigned reach = 4;
    __shared__ float numbers[256 + 2 * reach];
    const unsigned i = blockIdx.x * 256 + threadIdx.x;
    numbers[threadIdx.x] = input[i];
    if (threadIdx.x < 2 * reach) numbers[256 + threadIdx.x] = input[i + 256];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (unsigned n = 0; n <= 2 * reach; ++n) sum += numbers[threadIdx.x + n];
    output[i] = sum;
}

template <int STRIDE> void add_conflicts(Kernels& kernels) {
    // 16 warps per SM, 8 reads per iteration, and each read takes one cycle per lane of a bank.
    const auto rounds = static_cast<unsigned>(proof::usual_cycles / 16 / 8 / STRIDE) + 1;
    kernels.push_back({"shared_conflicts_" + std::to_string(STRIDE), [rounds](Buffers& buffers) {
                           shared_conflicts<STRIDE>
                               <<<2 * proof::multiprocessors, 256>>>(buffers.input(proof::MiB),
                                                                     buffers.output(), rounds, -1.0f);
                       }});
}

template <auto TRANSPOSE> void add_transposition(Kernels& kernels, const char* name) {
    kernels.push_back(
        {name, [](Buffers& buffers) {
             const dim3 blocks(matrix_side / tile, matrix_side / tile);
             TRANSPOSE<<<blocks, dim3(tile, tile_rows)>>>(buffers.input(4ull * matrix_side * matrix_side),
                                                          buffers.output());
         }});
}

} // namespace

void add_shared(Kernels& kernels) {
    add_conflicts<1>(kernels);
    add_conflicts<2>(kernels);
    add_conflicts<4>(kernels);
    add_conflicts<8>(kernels);
    add_conflicts<32>(kernels);
    kernels.push_back({"shared_float4", [](Buffers& buffers) {
                           shared_float4<<<2 * proof::multiprocessors, 256>>>(reinterpret_cast<const float4*>(
                                                                                  buffers.input(proof::MiB)),
                                                                              buffers.output(), 270, -1.0f);
                       }});
    add_transposition<transpose_by_tiles<0>>(kernels, "transpose_by_tiles");
    add_transposition<transpose_by_tiles<1>>(kernels, "transpose_by_padded_tiles");
    add_transposition<transpose_directly>(kernels, "transpose_directly");
    kernels.push_back({"stencil_in_shared", [](Buffers& buffers) {
                           constexpr unsigned count = 1u << 25;
                           stencil_in_shared<<<count / 256, 256>>>(buffers.input(4ull * count + 4096),
                                                                   buffers.output());
                       }});
}

} // namespace effects
