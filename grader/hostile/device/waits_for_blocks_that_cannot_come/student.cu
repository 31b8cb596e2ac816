#include "lab.h"

__device__ unsigned arrived;

__global__ void meet() {
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < gridDim.x) continue;
    }
    __syncthreads();
}

extern "C" void scale(const ScaleArgs&) { meet<<<100000, 1024>>>(); }
