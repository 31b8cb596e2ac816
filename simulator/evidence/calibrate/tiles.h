#pragma once

/// @file
/// A kernel that reads a buffer tile by tile. A tile is what a block reads at once: `loads` times 16 bytes
/// a thread.

#include <cstddef>

#include <cuda_runtime.h>

namespace calibrate {

/// Reads `tiles` tiles of a set of `set_tiles`, a power of two, over and over. Each thread has `loads`
/// loads under way, uses them, and goes on. `never` is a number that the sum will not be: so the loads must
/// be done.
template <int loads> __global__ void __launch_bounds__(1024)
    read_tiles(const uint4* set, unsigned set_tiles, unsigned tiles, unsigned never, unsigned* sink) {
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const uint4* const begin =
            set + static_cast<std::size_t>(tile & (set_tiles - 1)) * (blockDim.x * loads) + threadIdx.x;
        uint4 words[loads];
#pragma unroll
        for (int load = 0; load < loads; ++load)
            asm volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(words[load].x), "=r"(words[load].y), "=r"(words[load].z), "=r"(words[load].w)
                         : "l"(begin + load * blockDim.x));
            // From the last to the first, each by what came of the one before: ptxas would otherwise use
            // the first words before it loads the last ones, to need fewer registers. Relaxed loads stay in
            // their order and go to L2. All four words are used, so that a load of 16 bytes stays one.
#pragma unroll
        for (int load = loads - 1; load >= 0; --load)
            sum = sum * words[load].x + (words[load].y ^ words[load].z ^ words[load].w);
    }
    if (sum == never) *sink = sum;
}

} // namespace calibrate
