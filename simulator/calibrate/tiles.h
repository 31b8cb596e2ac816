#pragma once

/// @file
/// A kernel that reads a buffer tile by tile. A tile is what a block reads at once: `loads` times 16 bytes
/// per thread.

#include <cstddef>

#include <cuda_runtime.h>

namespace calibrate {

/// Reads `tiles` tiles of a set of `set_tiles`, a power of two, repeatedly. Each thread has `loads` loads in
/// flight, uses their data, and continues. The sum never equals `never`, which the compiler does not know, so
/// it cannot remove the loads.
template <int loads> __global__ void __launch_bounds__(1024)
    read_tiles(const uint4* set, unsigned set_tiles, unsigned tiles, unsigned never, unsigned* sink) {
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned current = blockIdx.x; current < tiles; current += gridDim.x) {
        const uint4* const begin =
            set + static_cast<std::size_t>(current & (set_tiles - 1)) * (blockDim.x * loads) + threadIdx.x;
        uint4 words[loads];
#pragma unroll
        for (int load = 0; load < loads; ++load)
            asm volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(words[load].x), "=r"(words[load].y), "=r"(words[load].z), "=r"(words[load].w)
                         : "l"(begin + load * blockDim.x));
            // From the last to the first, each at an address that depends on the one before: ptxas would
            // otherwise use the first words before it loads the last ones, to save registers. Relaxed loads
            // stay in order and bypass L1. All four words are used, so that a 16-byte load stays one.
#pragma unroll
        for (int load = loads - 1; load >= 0; --load)
            sum = sum * words[load].x + (words[load].y ^ words[load].z ^ words[load].w);
    }
    if (sum == never) *sink = sum;
}

} // namespace calibrate
