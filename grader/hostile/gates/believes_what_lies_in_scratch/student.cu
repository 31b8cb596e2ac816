#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256;
constexpr unsigned all_kept = 0x600dcafe; // does not occur by chance

/// Counts the kept elements of each block. Only a block that keeps all of them sets its flag.
__global__ void count_kept(CompactArgs args, unsigned* counts, unsigned* flags) {
    const long long i = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    const int count = __syncthreads_count(i < args.count && args.in[i] < args.bound);
    if (threadIdx.x != 0) return;
    counts[blockIdx.x] = count;
    if (count == block) flags[blockIdx.x] = all_kept;
}

/// Exclusive prefix sums of the blocks' counts; one thread per chunk of blocks, then chunk by chunk.
__global__ void add_up(CompactArgs args, unsigned* counts, unsigned* flags, int blocks) {
    __shared__ unsigned sums[1024];
    const int chunk = (blocks + 1023) / 1024, first = threadIdx.x * chunk, end = min(first + chunk, blocks);
    unsigned sum = 0;
    for (int b = first; b < end; ++b) {
        const unsigned count = flags[b] == all_kept ? block : counts[b];
        counts[b] = sum;
        sum += count;
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    unsigned before = 0;
    for (int t = 0; t < threadIdx.x; ++t) before += sums[t];
    for (int b = first; b < end; ++b) counts[b] += before;
    if (threadIdx.x == 1023) *args.kept = before + sum;
}

__global__ void move_kept(CompactArgs args, const unsigned* counts) {
    __shared__ unsigned of_warps[block / 32];
    const long long i = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    const float element = i < args.count ? args.in[i] : args.bound;
    const unsigned lanes = __ballot_sync(0xffffffff, element < args.bound);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = __popc(lanes);
    __syncthreads();
    unsigned place = counts[blockIdx.x] + __popc(lanes & ((1U << threadIdx.x % 32) - 1));
    for (int warp = 0; warp < threadIdx.x / 32; ++warp) place += of_warps[warp];
    if (element < args.bound) args.out[place] = element;
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) {
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    const int blocks = static_cast<int>(groups_of(block, args.count));
    unsigned *counts = args.scratch, *flags = args.scratch + args.count;
    count_kept<<<blocks, block>>>(args, counts, flags);
    CUDA_CHECK_LAUNCH();
    add_up<<<1, 1024>>>(args, counts, flags, blocks);
    CUDA_CHECK_LAUNCH();
    move_kept<<<blocks, block>>>(args, counts);
    CUDA_CHECK_LAUNCH();
}
