// The baseline: correct, and the program that your speedup is measured against. It writes a flag for each element, scans
// the flags in steps with a launch per step, and lets each kept element read its output index. README.md says what is
// wrong with that, under "The one idea".

#include <utility>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256;

/// Sets a flag per element: 1 if it is kept, and 0 if not.
__global__ void set_flags(CompactArgs args, unsigned int* flags) {
    const long long i = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    if (i < args.count) flags[i] = args.in[i] < args.bound ? 1 : 0;
}

/// Each element of @p from, and the one that is @p distance places before it.
__global__ void add_at_distance(const unsigned int* from, unsigned int* to, long long count,
                                long long distance) {
    const long long i = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    if (i >= count) return;
    to[i] = from[i] + (i >= distance ? from[i - distance] : 0);
}

/// Writes each kept element to its output index: @p sums are the inclusive prefix sums of the flags.
__global__ void move_kept(CompactArgs args, const unsigned int* sums) {
    const long long i = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    if (i >= args.count) return;
    if (args.in[i] < args.bound) args.out[sums[i] - 1] = args.in[i];
    if (i == args.count - 1) *args.kept = sums[i];
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    const long long blocks = groups_of(block, args.count);
    unsigned int* from = args.scratch;
    unsigned int* to = args.scratch + args.count;
    set_flags<<<blocks, block>>>(args, from);
    CUDA_CHECK_LAUNCH();
    for (long long distance = 1; distance < args.count; distance *= 2) {
        add_at_distance<<<blocks, block>>>(from, to, args.count, distance);
        CUDA_CHECK_LAUNCH();
        std::swap(from, to);
    }
    move_kept<<<blocks, block>>>(args, from);
    CUDA_CHECK_LAUNCH();
}
