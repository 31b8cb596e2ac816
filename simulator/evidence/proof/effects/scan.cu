// Single-pass prefix sum with decoupled look-back: each block scans a tile and looks back at the states of
// its predecessors.

#include "effects.h"

namespace effects {

namespace {

constexpr unsigned threads = 256;
constexpr unsigned each = 8; // items per thread, two float4
constexpr unsigned count = 1u << 25;
constexpr unsigned tiles = count / (threads * each);

// Status in the upper half of a tile's state; the lower half is the sum.
constexpr unsigned sum_of_tile = 1;
constexpr unsigned sum_up_to_tile = 2;

__device__ unsigned long long packed(unsigned flag, unsigned sum) {
    return static_cast<unsigned long long>(flag) << 32 | sum;
}

__device__ unsigned inclusive_in_warp(unsigned sum) {
    const unsigned lane = threadIdx.x % 32;
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        const unsigned other = __shfl_up_sync(~0u, sum, distance);
        if (lane >= distance) sum += other;
    }
    return sum;
}

// A warp reads 32 predecessor tiles at once. Returns the exclusive prefix of the tile in all lanes.
__device__ unsigned look_back(volatile unsigned long long* states, unsigned tile) {
    const unsigned lane = threadIdx.x % 32;
    unsigned before = 0;
    int last = static_cast<int>(tile) - 1;
    while (last >= 0) {
        const int place = last - static_cast<int>(lane);
        unsigned long long state = packed(sum_up_to_tile, 0);
        if (place >= 0) {
            do state = states[place];
            while (state >> 32 == 0);
        }
        __syncwarp();
        const unsigned complete = __ballot_sync(~0u, state >> 32 == sum_up_to_tile);
        // Lanes after the first inclusive prefix are already part of it.
        const unsigned first = complete != 0 ? __ffs(complete) - 1 : 31;
        unsigned sum = lane <= first ? static_cast<unsigned>(state) : 0;
        for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
        before += sum;
        if (complete != 0) break;
        last -= 32;
    }
    return before;
}

__global__ void scan_looking_back(const uint4* input, uint4* output, unsigned long long* states,
                                  unsigned* next_tile) {
    __shared__ unsigned taken;
    __shared__ unsigned before_tile;
    __shared__ unsigned of_warps[threads / 32];
    // Tickets: tiles are numbered in the order in which blocks start, so no block waits for one that cannot
    // start (forward progress).
    if (threadIdx.x == 0) taken = atomicAdd(next_tile, 1u);
    __syncthreads();
    const unsigned tile = taken;
    const unsigned place = (tile * threads + threadIdx.x) * 2;
    const uint4 low = input[place];
    const uint4 high = input[place + 1];
    const unsigned own = low.x + low.y + low.z + low.w + high.x + high.y + high.z + high.w;
    const unsigned in_warp = inclusive_in_warp(own);
    if (threadIdx.x % 32 == 31) of_warps[threadIdx.x / 32] = in_warp;
    __syncthreads();
    unsigned before_warp = 0;
    unsigned of_tile = 0;
#pragma unroll
    for (unsigned warp = 0; warp < threads / 32; ++warp) {
        if (warp < threadIdx.x / 32) before_warp += of_warps[warp];
        of_tile += of_warps[warp];
    }
    if (threadIdx.x < 32) {
        volatile unsigned long long* published = states;
        if (threadIdx.x == 0) published[tile] = packed(tile == 0 ? sum_up_to_tile : sum_of_tile, of_tile);
        const unsigned before = look_back(published, tile);
        if (threadIdx.x == 0) {
            published[tile] = packed(sum_up_to_tile, before + of_tile);
            before_tile = before;
        }
    }
    __syncthreads();
    unsigned sum = before_tile + before_warp + in_warp - own;
    uint4 out_low;
    uint4 out_high;
    out_low.x = sum += low.x;
    out_low.y = sum += low.y;
    out_low.z = sum += low.z;
    out_low.w = sum += low.w;
    out_high.x = sum += high.x;
    out_high.y = sum += high.y;
    out_high.z = sum += high.z;
    out_high.w = sum += high.w;
    output[place] = out_low;
    output[place + 1] = out_high;
}

// The tile states and the ticket counter follow the output.
unsigned long long* states_of(Buffers& buffers) {
    return reinterpret_cast<unsigned long long*>(buffers.output() + count);
}

} // namespace

void add_scan(Kernels& kernels) {
    kernels.push_back({"scan_looking_back",
                       [](Buffers& buffers) {
                           scan_looking_back<<<tiles, threads>>>(
                               reinterpret_cast<const uint4*>(buffers.input(4ull * count)),
                               reinterpret_cast<uint4*>(buffers.output()), states_of(buffers),
                               reinterpret_cast<unsigned*>(states_of(buffers) + tiles));
                       },
                       [](Buffers& buffers) {
                           proof::check(cudaMemset(states_of(buffers), 0, 8ull * (tiles + 1)), "memset");
                       }});
}

} // namespace effects
