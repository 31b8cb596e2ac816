// Loads in flight: by loads per thread, threads per block, and blocks per SM.

#include <algorithm>

#include "effects.h"

namespace effects {

namespace {

// The loads of one iteration are independent. The sum waits for all of them.
template <int LOADS>
__global__ void read_in_flight(const float* input, float* output, unsigned count, float never) {
    const unsigned threads_of_grid = gridDim.x * blockDim.x;
    float sum = 0;
#pragma unroll 1
    for (unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
         first + (LOADS - 1) * threads_of_grid < count; first += LOADS * threads_of_grid) {
        float loaded[LOADS];
#pragma unroll
        for (int n = 0; n < LOADS; ++n) loaded[n] = input[first + n * threads_of_grid];
#pragma unroll
        for (int n = 0; n < LOADS; ++n) sum += loaded[n];
    }
    if (sum == never) output[threadIdx.x] = sum;
}

// Returns the dynamic shared memory that limits an SM to `blocks_per_sm` blocks.
std::size_t shared_that_limits(unsigned blocks_per_sm) {
    constexpr std::size_t of_an_sm = 227 * proof::KiB;
    return std::min(of_an_sm / blocks_per_sm - proof::KiB, of_an_sm) / 16 * 16;
}

template <int LOADS> void add(Kernels& kernels, unsigned block, unsigned blocks_per_sm) {
    // Elements for about 120 us, with at most 700 ns per load and 4 TB/s.
    const unsigned blocks = blocks_per_sm * proof::multiprocessors;
    const double bytes_a_us = std::min(4e6, 4.0 * LOADS * block * blocks / 0.7);
    const unsigned round = LOADS * block * blocks;
    const unsigned count = static_cast<unsigned>(120 * bytes_a_us / 4) / round * round;
    const std::string name = "read_" + std::to_string(LOADS) + "_in_flight_block_" + std::to_string(block) +
                             "_blocks_" + std::to_string(blocks_per_sm);
    kernels.push_back({name, [block, blocks, blocks_per_sm, count](Buffers& buffers) {
                           const std::size_t shared = shared_that_limits(blocks_per_sm);
                           proof::allow_shared(read_in_flight<LOADS>, shared);
                           read_in_flight<LOADS><<<blocks, block, shared>>>(buffers.input(4ull * count),
                                                                            buffers.output(), count, -1.0f);
                       }});
}

template <int LOADS> void add_shapes(Kernels& kernels) {
    add<LOADS>(kernels, 64, 1);
    add<LOADS>(kernels, 256, 1);
    add<LOADS>(kernels, 256, 3);
    add<LOADS>(kernels, 256, 8);
    add<LOADS>(kernels, 1024, 2);
}

} // namespace

void add_loads_in_flight(Kernels& kernels) {
    add_shapes<1>(kernels);
    add_shapes<2>(kernels);
    add_shapes<4>(kernels);
    add_shapes<8>(kernels);
}

} // namespace effects
