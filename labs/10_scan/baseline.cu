// The baseline: correct, and the program that your speedup is measured against. Step k adds to each element the one that
// is 2^k indices before it, in a launch per step. README.md says what is wrong with that, under "The one idea".

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256;

/// Adds to each element of @p from the element that is @p distance indices before it.
__global__ void add_at_distance(const unsigned int* from, unsigned int* to, long long count,
                                long long distance) {
    const long long i = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    if (i >= count) return;
    to[i] = from[i] + (i >= distance ? from[i - distance] : 0);
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    int steps = 1;
    while (1LL << steps < args.count) ++steps;
    // The first step reads `in`; the others alternate between `scratch` and `out`, so that the last one writes `out`.
    const unsigned int* from = args.in;
    for (int step = 0; step < steps; ++step) {
        unsigned int* to = (steps - step) % 2 == 1 ? args.out : args.scratch;
        add_at_distance<<<groups_of(block, args.count), block>>>(from, to, args.count, 1LL << step);
        CUDA_CHECK_LAUNCH();
        from = to;
    }
}
