// Loads served by L1, L2 or DRAM; sequential, random, dependent.

#include "effects.h"

namespace effects {

namespace {

constexpr unsigned threads = 256;

// All threads together read the set in each pass. A block reads a different part in each pass, so L1 does not
// help.
__global__ void reuse_from_l2(const float* set, unsigned mask, float* output, unsigned passes, float never) {
    const unsigned threads_of_grid = gridDim.x * blockDim.x;
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (unsigned pass = 0; pass < passes; ++pass) {
        const unsigned shift = pass * 37 * blockDim.x;
#pragma unroll 4
        for (unsigned i = thread; i <= mask; i += threads_of_grid) sum += __ldcg(set + ((i + shift) & mask));
    }
    if (sum == never) output[threadIdx.x] = sum;
}

// Each block reads its 16 KiB repeatedly.
template <class Element>
__global__ void reuse_from_l1(const float* input, float* output, unsigned rounds, float never) {
    constexpr unsigned elements = 16 * 1024 / sizeof(Element);
    const Element* own = reinterpret_cast<const Element*>(input) + blockIdx.x * elements;
    float sum = 0;
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (unsigned n = 0; n < 8; ++n) {
            const Element element = __ldca(own + ((threadIdx.x + (round * 8 + n) * 32) & (elements - 1)));
            sum += *reinterpret_cast<const float*>(&element);
        }
    }
    if (sum == never) output[threadIdx.x] = sum;
}

__global__ void gather(const float* set, const unsigned* indices, unsigned mask, float* output,
                       unsigned count, unsigned lanes_together) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    // The lanes of a group read neighbors: all of them use one index.
    const unsigned lane_of_group = i & (lanes_together - 1);
    output[i] =
        set[((indices[(i - lane_of_group) & 0xffffff] & ~(lanes_together - 1)) + lane_of_group) & mask];
}

// Every thread starts at a different element.
__global__ void chase(const unsigned* next, unsigned mask, unsigned* output, unsigned steps) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned place = (thread * 2654435761u) & mask;
#pragma unroll 4
    for (unsigned step = 0; step < steps; ++step) place = next[place];
    output[thread] = place;
}

void add_l2(Kernels& kernels, const char* name, std::size_t bytes, unsigned passes) {
    kernels.push_back(
        {name, [bytes, passes](Buffers& buffers) {
             reuse_from_l2<<<8 * proof::multiprocessors, threads>>>(buffers.input(bytes),
                                                                    static_cast<unsigned>(bytes / 4 - 1),
                                                                    buffers.output(), passes, -1.0f);
         }});
}

template <class Element> void add_l1(Kernels& kernels, const char* name, unsigned rounds) {
    kernels.push_back({name, [rounds](Buffers& buffers) {
                           const unsigned blocks = 2 * proof::multiprocessors;
                           reuse_from_l1<Element><<<blocks, 1024>>>(buffers.input(blocks * 16 * proof::KiB),
                                                                    buffers.output(), rounds, -1.0f);
                       }});
}

void add_gather(Kernels& kernels, const char* name, std::size_t bytes, unsigned count,
                unsigned lanes_together) {
    kernels.push_back({name, [=](Buffers& buffers) {
                           gather<<<count / threads, threads>>>(buffers.input(bytes), buffers.indices(),
                                                                static_cast<unsigned>(bytes / 4 - 1),
                                                                buffers.output(), count, lanes_together);
                       }});
}

void add_chase(Kernels& kernels, const char* name, std::size_t bytes, unsigned blocks, unsigned block,
               unsigned steps) {
    kernels.push_back({name, [=](Buffers& buffers) {
                           chase<<<blocks, block>>>(buffers.chain(bytes),
                                                    static_cast<unsigned>(bytes / 4 - 1),
                                                    buffers.output_words(), steps);
                       }});
}

} // namespace

void add_caches(Kernels& kernels) {
    using proof::GiB, proof::KiB, proof::MiB, proof::multiprocessors;
    add_l2(kernels, "reuse_l2_8_mib", 8 * MiB, 60);
    add_l2(kernels, "reuse_l2_32_mib", 32 * MiB, 15);
    add_l2(kernels, "reuse_l2_64_mib", 64 * MiB, 8);
    add_l1<float>(kernels, "reuse_l1_float", 250);
    add_l1<float4>(kernels, "reuse_l1_float4", 80);
    add_gather(kernels, "gather_8_mib", 8 * MiB, 1u << 24, 1);
    add_gather(kernels, "gather_8_mib_by_8_lanes", 8 * MiB, 1u << 25, 8);
    add_gather(kernels, "gather_1_gib", GiB, 1u << 23, 1);
    add_gather(kernels, "gather_1_gib_by_8_lanes", GiB, 1u << 25, 8);
    add_chase(kernels, "chase_1_thread_16_kib", 16 * KiB, 1, 1, 4000);
    add_chase(kernels, "chase_1_thread_8_mib", 8 * MiB, 1, 1, 400);
    add_chase(kernels, "chase_1_thread_256_mib", 256 * MiB, 1, 1, 200);
    add_chase(kernels, "chase_1_warp_16_kib", 16 * KiB, multiprocessors, 32, 2400);
    add_chase(kernels, "chase_1_warp_8_mib", 8 * MiB, multiprocessors, 32, 400);
    add_chase(kernels, "chase_1_warp_256_mib", 256 * MiB, multiprocessors, 32, 200);
    add_chase(kernels, "chase_32_warps_8_mib", 8 * MiB, multiprocessors * 4, 256, 120);
    add_chase(kernels, "chase_32_warps_256_mib", 256 * MiB, multiprocessors * 4, 256, 60);
}

} // namespace effects
