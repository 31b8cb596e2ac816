#include <cuda/barrier>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 1024;
constexpr unsigned long long known = 1ULL << 32;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init

/// Synchronizes like __syncthreads(), with one arriving lane per warp.
__device__ void wait_for_all(Barrier& together) {
    __syncwarp();
    if (threadIdx.x % 32 == 0) together.arrive_and_wait();
    __syncwarp();
}

/// Scans a tile of four elements per thread; takes the exclusive prefix of the tile from the tile before it.
__global__ void __launch_bounds__(threads)
    scan_tile(ScanArgs args, unsigned* ticket, volatile unsigned long long* states) {
    __shared__ Barrier together;
    __shared__ unsigned sums[2][threads], tile, before;
    const int t = threadIdx.x;
    if (t == 0) init(&together, threads / 32), tile = atomicAdd(ticket, 1);
    __syncthreads();
    const long long first = (static_cast<long long>(tile) * threads + t) * 4;
    uint4 four = {};
    if (first + 4 <= args.count) {
        four = *reinterpret_cast<const uint4*>(args.in + first);
    } else {
        if (first < args.count) four.x = args.in[first];
        if (first + 1 < args.count) four.y = args.in[first + 1];
        if (first + 2 < args.count) four.z = args.in[first + 2];
    }
    const unsigned own = four.x + four.y + four.z + four.w;
    sums[0][t] = own;
    for (int distance = 1, now = 0; distance < threads; distance *= 2, now = 1 - now) {
        wait_for_all(together);
        sums[1 - now][t] = sums[now][t] + (t >= distance ? sums[now][t - distance] : 0);
    }
    wait_for_all(together);
    if (t == 0) {
        unsigned long long state = tile == 0 ? known : 0;
        while (state < known) state = states[tile - 1];
        before = static_cast<unsigned>(state);
        states[tile] = known | (before + sums[0][threads - 1]);
    }
    wait_for_all(together);
    const unsigned a = before + sums[0][t] - own + four.x, b = a + four.y, c = b + four.z;
    if (first + 4 <= args.count) {
        *reinterpret_cast<uint4*>(args.out + first) = {a, b, c, c + four.w};
    } else {
        if (first < args.count) args.out[first] = a;
        if (first + 1 < args.count) args.out[first + 1] = b;
        if (first + 2 < args.count) args.out[first + 2] = c;
    }
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return;
    const long long tiles = groups_of(4 * threads, args.count);
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1)));
    scan_tile<<<tiles, threads>>>(args, args.scratch,
                                  reinterpret_cast<unsigned long long*>(args.scratch) + 1);
    CUDA_CHECK_LAUNCH();
}
