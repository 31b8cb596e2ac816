#include "lab.h"

__device__ __noinline__ int deeper(volatile int* above) {
    volatile int here[64];
    here[above[0] & 63] = above[0] + 1;
    return deeper(here) + here[1];
}

__global__ void recurse(float* out) {
    volatile int top[64] = {};
    out[0] = float(deeper(top));
}

extern "C" void scale(const ScaleArgs& args) { recurse<<<1, 1>>>(args.out); }
