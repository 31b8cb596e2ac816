#pragma once

/// @file
/// Ways to distribute the pixels of an escape-time picture over threads. A pixel is a point c of the plane. It iterates
/// z = z z + c from 0 on until |z| exceeds 2 or a limit is reached, and its result is the number of steps. Adjacent
/// points may take 10 steps and 4000, and the number is not known in advance.

#include <cuda_runtime.h>

#include "kernelsmith/random.h" // KERNELSMITH_HOST_DEVICE

constexpr unsigned all_lanes = ~0u;
constexpr int steps_per_round = 8; // steps between two tests whether a pixel is done
constexpr int tile_width = 8;      // a warp's tile: 8 x 4 pixels
constexpr int tile_height = 4;

struct Plane {
    float left;
    float top;
    float step;
    int width; ///< width and height: the picture is a square; a multiple of 32
    int limit; ///< most steps per pixel; a multiple of steps_per_round
    int* steps;

    [[nodiscard]] KERNELSMITH_HOST_DEVICE int pixels() const { return width * width; }
};

/// Result of the counted run of a kernel: the steps that warps executed on each SM.
struct Tally {
    static constexpr int multiprocessors = 256;
    unsigned long long* steps;
};

/// A point during its iteration. The code fixes which products are rounded and which are fused, so that host and
/// device count the same steps.
struct Point {
    float cx, cy;
    float x = 0;
    float y = 0;
    int steps = 0;
    bool inside = true;

    KERNELSMITH_HOST_DEVICE Point(const Plane& plane, int pixel)
        : cx(fmaf(static_cast<float>(pixel % plane.width), plane.step, plane.left)),
          cy(fmaf(static_cast<float>(pixel / plane.width), plane.step, plane.top)) {}

    KERNELSMITH_HOST_DEVICE void iterate_round() {
#pragma unroll
        for (int i = 0; i < steps_per_round; ++i) {
            if (inside) ++steps;
            const float next_x = fmaf(x, x, fmaf(-y, y, cx));
            y = fmaf(x + x, y, cy);
            x = next_x;
            inside = inside && fmaf(x, x, y * y) <= 4;
        }
    }

    [[nodiscard]] KERNELSMITH_HOST_DEVICE bool is_done(int limit) const { return !inside || steps >= limit; }
};

/// Row-major order: a warp has 32 consecutive pixels of a row.
struct RowOrder {
    static __device__ int pixel(const Plane&, int position) { return position; }
};

/// Tile order: a warp has 8 x 4 pixels.
struct TileOrder {
    static __device__ int pixel(const Plane& plane, int position) {
        const int tile = position / 32;
        const int in_tile = position % 32;
        const int tiles_per_row = plane.width / tile_width;
        const int column = tile % tiles_per_row * tile_width + in_tile % tile_width;
        const int row = tile / tiles_per_row * tile_height + in_tile / tile_width;
        return row * plane.width + column;
    }
};

/// Scattered order: a warp has 32 pixels from all over the picture. The prime does not divide any number of pixels.
struct ScatteredOrder {
    static __device__ int pixel(const Plane& plane, int position) {
        constexpr unsigned long long prime = 2654435761;
        return static_cast<int>(position * prime % plane.pixels());
    }
};

template <bool counted> __device__ void add_to_tally(const Tally& tally, int rounds) {
    if constexpr (counted) {
        unsigned multiprocessor;
        asm("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
        if (threadIdx.x % 32 == 0)
            atomicAdd(&tally.steps[multiprocessor % Tally::multiprocessors],
                      static_cast<unsigned long long>(rounds) * steps_per_round);
    }
}

/// Draws 32 pixels. Called by the whole warp, which iterates until its last lane is done.
template <typename Order, bool counted> __device__ void draw_32(Plane plane, Tally tally, int first) {
    const int pixel = Order::pixel(plane, first + threadIdx.x % 32);
    Point point(plane, pixel);
    int rounds = 0;
    while (!point.is_done(plane.limit)) {
        point.iterate_round();
        ++rounds;
    }
    plane.steps[pixel] = point.steps;
    if constexpr (counted) add_to_tally<counted>(tally, __reduce_max_sync(all_lanes, rounds));
}

/// One thread per pixel. The hardware's block scheduler starts a block as soon as an SM has resources for it.
template <typename Order, bool counted> __global__ void thread_per_pixel(Plane plane, Tally tally) {
    const int first = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) & ~31;
    if (first < plane.pixels()) draw_32<Order, counted>(plane, tally, first);
}

/// Persistent blocks, as many as fit on the GPU: each warp has one contiguous range of tiles.
template <bool counted> __global__ void chunk_per_warp(Plane plane, Tally tally) {
    const int warps = static_cast<int>(gridDim.x * blockDim.x / 32);
    const int warp = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const long long tiles = plane.pixels() / 32;
    const int end = static_cast<int>(tiles * (warp + 1) / warps);
    for (int tile = static_cast<int>(tiles * warp / warps); tile < end; ++tile)
        draw_32<TileOrder, counted>(plane, tally, tile * 32);
}

/// Persistent blocks: a grid-stride loop assigns the tiles to warps round-robin.
template <bool counted> __global__ void round_robin(Plane plane, Tally tally) {
    const int warps = static_cast<int>(gridDim.x * blockDim.x / 32);
    const int warp = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / 32;
    for (int tile = warp; tile < plane.pixels() / 32; tile += warps)
        draw_32<TileOrder, counted>(plane, tally, tile * 32);
}

/// Persistent blocks. A block takes one tile per warp from the queue, and waits for the slowest of them.
template <bool counted> __global__ void block_queue(Plane plane, Tally tally, int* next) {
    __shared__ int first_taken;
    const int threads = static_cast<int>(blockDim.x);
    for (;;) {
        __syncthreads(); // all threads have read the previous value
        if (threadIdx.x == 0) first_taken = atomicAdd(next, threads);
        __syncthreads();
        const int first = first_taken + (static_cast<int>(threadIdx.x) & ~31);
        if (first_taken >= plane.pixels()) return;
        if (first < plane.pixels()) draw_32<TileOrder, counted>(plane, tally, first);
    }
}

/// Persistent blocks. A warp takes @p tiles from the queue at a time.
template <bool counted> __global__ void warp_queue(Plane plane, Tally tally, int* next, int tiles) {
    for (;;) {
        int first_taken = 0;
        if (threadIdx.x % 32 == 0) first_taken = atomicAdd(next, tiles);
        first_taken = __shfl_sync(all_lanes, first_taken, 0);
        const int end = min(first_taken + tiles, plane.pixels() / 32);
        if (first_taken >= end) return;
        for (int tile = first_taken; tile < end; ++tile) draw_32<TileOrder, counted>(plane, tally, tile * 32);
    }
}

/// Persistent blocks. When @p min_idle lanes of a warp are idle, each of them gets a new pixel, and the other lanes
/// continue with their own. One warp-aggregated atomic serves all idle lanes.
template <typename Order, bool counted>
__global__ void lane_queue(Plane plane, Tally tally, int* next, int min_idle) {
    const unsigned lanemask_lt = (1u << threadIdx.x % 32) - 1;
    Point point(plane, 0);
    int pixel = -1;
    int rounds = 0;
    for (bool has_more = true;;) {
        const unsigned idle_lanes = __ballot_sync(all_lanes, pixel < 0);
        if (has_more && __popc(idle_lanes) >= min_idle) {
            int first = 0;
            if (threadIdx.x % 32 == 0) first = atomicAdd(next, __popc(idle_lanes));
            first = __shfl_sync(all_lanes, first, 0);
            const int position = first + __popc(idle_lanes & lanemask_lt);
            if (pixel < 0 && position < plane.pixels()) {
                pixel = Order::pixel(plane, position);
                point = Point(plane, pixel);
            }
            has_more = first + __popc(idle_lanes) < plane.pixels();
        } else if (idle_lanes == all_lanes) {
            break;
        }
        point.iterate_round();
        ++rounds;
        if (pixel >= 0 && point.is_done(plane.limit)) {
            plane.steps[pixel] = point.steps;
            pixel = -1;
        }
    }
    add_to_tally<counted>(tally, rounds);
}
