#include "lab.h"

__device__ volatile int forever = 1; // a compiler may remove an endless loop that only reads a local variable

__global__ void spin(float* out) {
    while (forever) continue;
    out[0] = 1;
}

extern "C" void scale(const ScaleArgs& args) { spin<<<1, 32>>>(args.out); }
