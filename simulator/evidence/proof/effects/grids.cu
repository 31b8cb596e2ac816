// Grid sizes: fewer blocks than SMs, one more than SMs, very many blocks with almost no work.

#include "effects.h"

namespace effects {

namespace {

__global__ void heavy_blocks(const float* input, float* output, unsigned rounds, float never) {
    float chain[4];
#pragma unroll
    for (int c = 0; c < 4; ++c) chain[c] = input[threadIdx.x + c];
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (int n = 0; n < 64; ++n) chain[n % 4] = fmaf(chain[n % 4], 0.5f, 1.0f);
    }
    const float sum = chain[0] + chain[1] + chain[2] + chain[3];
    if (sum == never) output[threadIdx.x] = sum;
}

__global__ void reading_blocks(const float* input, float* output, unsigned rounds, float never) {
    float sum = 0;
#pragma unroll 4
    for (unsigned round = 0; round < rounds; ++round) {
        sum += input[(round * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x];
    }
    if (sum == never) output[threadIdx.x] = sum;
}

__global__ void empty_blocks(float* output, unsigned never) {
    if (threadIdx.x == never) output[threadIdx.x] = 1;
}

__global__ void tiny_blocks(const float* input, float* output) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    output[i] = input[i] + 1;
}

void add_heavy(Kernels& kernels, unsigned blocks) {
    // 32 warps per block, 8 per scheduler.
    constexpr auto rounds = static_cast<unsigned>(proof::usual_cycles / 8 / 64);
    kernels.push_back({"heavy_blocks_" + std::to_string(blocks), [blocks](Buffers& buffers) {
                           heavy_blocks<<<blocks, 1024>>>(buffers.input(proof::MiB), buffers.output(), rounds,
                                                          -1.0f);
                       }});
}

void add_reading(Kernels& kernels, unsigned blocks, unsigned block, unsigned rounds) {
    kernels.push_back(
        {"reading_blocks_" + std::to_string(blocks) + "_of_" + std::to_string(block), [=](Buffers& buffers) {
             reading_blocks<<<blocks, block>>>(buffers.input(4ull * blocks * block * rounds),
                                               buffers.output(), rounds, -1.0f);
         }});
}

void add_tiny(Kernels& kernels, unsigned blocks, unsigned block) {
    kernels.push_back(
        {"tiny_blocks_" + std::to_string(blocks) + "_of_" + std::to_string(block), [=](Buffers& buffers) {
             tiny_blocks<<<blocks, block>>>(buffers.input(4ull * blocks * block), buffers.output());
         }});
}

} // namespace

void add_grids(Kernels& kernels) {
    for (const unsigned blocks : {1u, 16u, 100u, 132u, 133u, 200u}) add_heavy(kernels, blocks);
    add_reading(kernels, 1, 1024, 400);
    add_reading(kernels, 16, 1024, 400);
    add_reading(kernels, 100, 1024, 400);
    add_reading(kernels, 132, 32, 400);
    add_reading(kernels, 20, 32, 400);
    kernels.push_back({"empty_blocks_of_32",
                       [](Buffers& buffers) { empty_blocks<<<1u << 18, 32>>>(buffers.output(), 999); }});
    kernels.push_back({"empty_blocks_of_1024",
                       [](Buffers& buffers) { empty_blocks<<<1u << 15, 1024>>>(buffers.output(), 9999); }});
    add_tiny(kernels, 1u << 18, 32);
    add_tiny(kernels, 1u << 18, 64);
    add_tiny(kernels, 1u << 15, 1024);
}

} // namespace effects
