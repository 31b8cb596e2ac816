#include <cstdio>

#include "lab.h"

__global__ void print() {
    printf("All work and no play makes a dull kernel, said thread %d.\n", threadIdx.x);
}

extern "C" void scale(const ScaleArgs&) {
    for (int i = 0; i < 100; ++i) {
        print<<<1, 256>>>();
        cudaDeviceSynchronize();
    }
}
