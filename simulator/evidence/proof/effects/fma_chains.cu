// One instruction, fused multiply-add: its latency with few chains and warps, its throughput with many.

#include <algorithm>

#include "effects.h"

namespace effects {

namespace {

constexpr int fmas_per_round = 64;

template <int CHAINS>
__global__ void fma_chains(const float* input, float* output, unsigned rounds, float factor, float never) {
    float chain[CHAINS];
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) chain[c] = input[threadIdx.x + c];
    const float addend = input[threadIdx.x + CHAINS];
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (int step = 0; step < fmas_per_round / CHAINS; ++step)
#pragma unroll
            for (int c = 0; c < CHAINS; ++c) chain[c] = fmaf(chain[c], factor, addend);
    }
    float sum = 0;
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) sum += chain[c];
    if (sum == never) output[threadIdx.x] = sum;
}

template <int CHAINS> void add(Kernels& kernels, unsigned warps_per_sm) {
    // The latency is 4 cycles. An SM has 4 schedulers, and each issues one instruction per cycle.
    const double clocks_an_fma = std::max(4.0 / CHAINS, std::max(1.0, warps_per_sm / 4.0));
    const auto rounds = static_cast<unsigned>(proof::usual_cycles / clocks_an_fma / fmas_per_round);
    const unsigned block = std::min(32 * warps_per_sm, 1024u);
    const unsigned blocks = 32 * warps_per_sm / block * proof::multiprocessors;
    kernels.push_back({"fma_" + std::to_string(CHAINS) + "_chains_" + std::to_string(warps_per_sm) + "_warps",
                       [=](Buffers& buffers) {
                           fma_chains<CHAINS><<<blocks, block>>>(buffers.input(proof::MiB), buffers.output(),
                                                                 rounds, 0.5f, -1.0f);
                       }});
}

template <int CHAINS> void add_warps_per_sm(Kernels& kernels) {
    for (const unsigned warps : {1u, 4u, 16u, 64u}) add<CHAINS>(kernels, warps);
}

} // namespace

void add_fma_chains(Kernels& kernels) {
    add_warps_per_sm<1>(kernels);
    add_warps_per_sm<2>(kernels);
    add_warps_per_sm<4>(kernels);
    add_warps_per_sm<8>(kernels);
}

} // namespace effects
