#pragma once

/// @file
/// Lab 10's scan of a warp, from which both digits and partitions take their places.

constexpr unsigned all_lanes = 0xffffffff;

/// The sum of the lane's own x and those of all lanes before it.
__device__ inline unsigned scan_warp(unsigned x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const unsigned before = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x += before;
    }
    return x;
}
