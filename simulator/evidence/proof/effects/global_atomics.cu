// Atomics in global memory: number of addresses, types, and use of the old value.

#include "effects.h"

namespace effects {

namespace {

constexpr unsigned threads = 256;

// The addresses of a warp's lanes are scattered over the whole array.
__device__ unsigned place_of(unsigned i, unsigned mask) { return (i * 2654435761u >> 7) & mask; }

template <class Number> __global__ void add_to_addresses(const float* input, Number* sums, unsigned mask) {
    const unsigned i = blockIdx.x * threads + threadIdx.x;
    const Number addend = static_cast<Number>(input[threadIdx.x] * 8);
    atomicAdd(sums + place_of(i, mask), addend);
}

template <class Number>
__global__ void add_and_fetch(const float* input, Number* sums, unsigned mask, float* output) {
    const unsigned i = blockIdx.x * threads + threadIdx.x;
    const Number addend = static_cast<Number>(input[threadIdx.x] * 8);
    output[i] = static_cast<float>(atomicAdd(sums + place_of(i, mask), addend));
}

// Few threads, each with dependent atomics: the round trip to L2.
__global__ void dependent_atomics(unsigned* sums, unsigned mask, unsigned rounds, unsigned* output) {
    unsigned place = (blockIdx.x * 32 + threadIdx.x) * 1021 & mask;
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        place = (atomicAdd(sums + place, 8u) + place * 5 + 1) & mask;
    }
    output[blockIdx.x * 32 + threadIdx.x] = place;
}

unsigned* memory_for(Buffers& buffers, unsigned /*of this type*/) { return buffers.counters(); }
float* memory_for(Buffers& buffers, float /*of this type*/) { return buffers.sums(); }

template <class Number>
void add(Kernels& kernels, const std::string& type, unsigned addresses, unsigned count) {
    kernels.push_back({type + "_atomics_" + std::to_string(addresses) + "_addresses", [=](Buffers& buffers) {
                           add_to_addresses<<<count / threads, threads>>>(buffers.input(proof::MiB),
                                                                          memory_for(buffers, Number{}),
                                                                          addresses - 1);
                       }});
}

template <class Number>
void add_fetching(Kernels& kernels, const std::string& type, unsigned addresses, unsigned count) {
    kernels.push_back(
        {type + "_atomics_fetch_" + std::to_string(addresses) + "_addresses", [=](Buffers& buffers) {
             add_and_fetch<<<count / threads, threads>>>(buffers.input(proof::MiB),
                                                         memory_for(buffers, Number{}), addresses - 1,
                                                         buffers.output());
         }});
}

} // namespace

void add_global_atomics(Kernels& kernels) {
    constexpr unsigned Mi = 1u << 20;
    add<unsigned>(kernels, "integer", 1, 2 * Mi);
    add<unsigned>(kernels, "integer", 32, 4 * Mi);
    add<unsigned>(kernels, "integer", 1024, 8 * Mi);
    add<unsigned>(kernels, "integer", Mi, 16 * Mi);
    add<float>(kernels, "float", 1, Mi);
    add<float>(kernels, "float", 32, 2 * Mi);
    add<float>(kernels, "float", 1024, 8 * Mi);
    add<float>(kernels, "float", Mi, 16 * Mi);
    add_fetching<unsigned>(kernels, "integer", 1, Mi / 4);
    add_fetching<unsigned>(kernels, "integer", 1024, 4 * Mi);
    add_fetching<unsigned>(kernels, "integer", Mi, 8 * Mi);
    add_fetching<float>(kernels, "float", 1024, 4 * Mi);
    kernels.push_back({"integer_atomics_dependent", [](Buffers& buffers) {
                           dependent_atomics<<<proof::multiprocessors, 32>>>(buffers.counters(), Mi - 1, 120,
                                                                             buffers.output_words());
                       }});
}

} // namespace effects
