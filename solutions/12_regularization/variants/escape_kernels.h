#pragma once

/// @file
/// Ways to share out the pixels of an escape-time picture. A pixel is a point c of the plane. It takes steps from
/// z to z z + c, from 0 on, until z is farther from 0 than 2 or a limit is reached, and its result is how many. Points
/// side by side may take 10 steps and 4000, and nobody knows which before.

#include <cuda_runtime.h>

#include "kernelsmith/random.h" // KERNELSMITH_HOST_DEVICE

constexpr unsigned all_lanes = ~0u;
constexpr int steps_a_round = 8; // between two questions whether all is done
constexpr int tile_width = 8;    // a warp's tile: 8 x 4 pixels
constexpr int tile_height = 4;

struct Plane {
    float left;
    float top;
    float step;
    int width; ///< and height: the picture is a square, a multiple of 32
    int limit; ///< a multiple of steps_a_round
    int* steps;

    [[nodiscard]] KERNELSMITH_HOST_DEVICE int pixels() const { return width * width; }
};

/// What the counted run of a kernel leaves: the steps that warps went through on each SM.
struct Tally {
    static constexpr int multiprocessors = 256;
    unsigned long long* steps;
};

/// A point on its way. Each product is rounded as it stands or fused as it stands, so that host and device count
/// the same steps.
struct Point {
    float cx, cy;
    float x = 0;
    float y = 0;
    int steps = 0;
    bool inside = true;

    KERNELSMITH_HOST_DEVICE Point(const Plane& plane, int pixel)
        : cx(fmaf(static_cast<float>(pixel % plane.width), plane.step, plane.left)),
          cy(fmaf(static_cast<float>(pixel / plane.width), plane.step, plane.top)) {}

    KERNELSMITH_HOST_DEVICE void go_a_round() {
#pragma unroll
        for (int i = 0; i < steps_a_round; ++i) {
            if (inside) ++steps;
            const float next_x = fmaf(x, x, fmaf(-y, y, cx));
            y = fmaf(x + x, y, cy);
            x = next_x;
            inside = inside && fmaf(x, x, y * y) <= 4;
        }
    }

    [[nodiscard]] KERNELSMITH_HOST_DEVICE bool is_done(int limit) const { return !inside || steps >= limit; }
};

/// Pixels in the order of rows: a warp has 32 in a row.
struct Rows {
    static __device__ int pixel(const Plane&, int place) { return place; }
};

/// Pixels in the order of tiles: a warp has 8 x 4.
struct Tiles {
    static __device__ int pixel(const Plane& plane, int place) {
        const int tile = place / 32;
        const int in_tile = place % 32;
        const int across = plane.width / tile_width;
        const int column = tile % across * tile_width + in_tile % tile_width;
        const int row = tile / across * tile_height + in_tile / tile_width;
        return row * plane.width + column;
    }
};

/// Pixels in no order: a warp has 32 from all over the picture. The prime divides no number of pixels.
struct Scattered {
    static __device__ int pixel(const Plane& plane, int place) {
        constexpr unsigned long long prime = 2654435761;
        return static_cast<int>(place * prime % plane.pixels());
    }
};

template <bool counted> __device__ void tally(const Tally& to, int rounds) {
    if constexpr (counted) {
        unsigned multiprocessor;
        asm("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
        if (threadIdx.x % 32 == 0)
            atomicAdd(&to.steps[multiprocessor % Tally::multiprocessors],
                      static_cast<unsigned long long>(rounds) * steps_a_round);
    }
}

/// The whole warp comes here. It goes on until its last lane is done.
template <typename Order, bool counted> __device__ void draw_32(Plane plane, Tally to, int first) {
    const int pixel = Order::pixel(plane, first + threadIdx.x % 32);
    Point point(plane, pixel);
    int rounds = 0;
    while (!point.is_done(plane.limit)) {
        point.go_a_round();
        ++rounds;
    }
    plane.steps[pixel] = point.steps;
    if constexpr (counted) tally<counted>(to, __reduce_max_sync(all_lanes, rounds));
}

/// A thread for each pixel. Blocks wait in the hardware's own queue until an SM has room.
template <typename Order, bool counted> __global__ void thread_a_pixel(Plane plane, Tally to) {
    const int first = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) & ~31;
    if (first < plane.pixels()) draw_32<Order, counted>(plane, to, first);
}

/// As many blocks as fit, and for each warp a stretch of tiles that lie one behind the other.
template <bool counted> __global__ void stretch_a_warp(Plane plane, Tally to) {
    const int warps = static_cast<int>(gridDim.x * blockDim.x / 32);
    const int warp = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const long long tiles = plane.pixels() / 32;
    const int end = static_cast<int>(tiles * (warp + 1) / warps);
    for (int tile = static_cast<int>(tiles * warp / warps); tile < end; ++tile)
        draw_32<Tiles, counted>(plane, to, tile * 32);
}

/// As many blocks as fit, and tiles are dealt to their warps in turn.
template <bool counted> __global__ void in_turn(Plane plane, Tally to) {
    const int warps = static_cast<int>(gridDim.x * blockDim.x / 32);
    const int warp = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / 32;
    for (int tile = warp; tile < plane.pixels() / 32; tile += warps)
        draw_32<Tiles, counted>(plane, to, tile * 32);
}

/// As many blocks as fit. A block takes a tile for each of its warps from the queue, and waits for the last of them.
template <bool counted> __global__ void queue_of_blocks(Plane plane, Tally to, int* next) {
    __shared__ int taken;
    const int threads = static_cast<int>(blockDim.x);
    for (;;) {
        __syncthreads(); // all have read what was taken before
        if (threadIdx.x == 0) taken = atomicAdd(next, threads);
        __syncthreads();
        const int first = taken + (static_cast<int>(threadIdx.x) & ~31);
        if (taken >= plane.pixels()) return;
        if (first < plane.pixels()) draw_32<Tiles, counted>(plane, to, first);
    }
}

/// As many blocks as fit. A warp takes @p tiles from the queue at a time.
template <bool counted> __global__ void queue_of_warps(Plane plane, Tally to, int* next, int tiles) {
    for (;;) {
        int taken = 0;
        if (threadIdx.x % 32 == 0) taken = atomicAdd(next, tiles);
        taken = __shfl_sync(all_lanes, taken, 0);
        const int end = min(taken + tiles, plane.pixels() / 32);
        if (taken >= end) return;
        for (int tile = taken; tile < end; ++tile) draw_32<Tiles, counted>(plane, to, tile * 32);
    }
}

/// As many blocks as fit. When @p idle lanes of a warp have nothing to do, each of them gets a new pixel; the
/// others go on with their own. One atomic a warp takes for all of them.
template <typename Order, bool counted>
__global__ void queue_of_lanes(Plane plane, Tally to, int* next, int idle) {
    const unsigned lower_lanes = (1u << threadIdx.x % 32) - 1;
    Point point(plane, 0);
    int pixel = -1;
    int rounds = 0;
    for (bool more = true;;) {
        const unsigned without = __ballot_sync(all_lanes, pixel < 0);
        if (more && __popc(without) >= idle) {
            int first = 0;
            if (threadIdx.x % 32 == 0) first = atomicAdd(next, __popc(without));
            first = __shfl_sync(all_lanes, first, 0);
            const int place = first + __popc(without & lower_lanes);
            if (pixel < 0 && place < plane.pixels()) {
                pixel = Order::pixel(plane, place);
                point = Point(plane, pixel);
            }
            more = first + __popc(without) < plane.pixels();
        } else if (without == all_lanes) {
            break;
        }
        point.go_a_round();
        ++rounds;
        if (pixel >= 0 && point.is_done(plane.limit)) {
            plane.steps[pixel] = point.steps;
            pixel = -1;
        }
    }
    tally<counted>(to, rounds);
}
