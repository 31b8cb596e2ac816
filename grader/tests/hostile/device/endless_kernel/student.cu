#include "lab.h"

__global__ void spin(float* out) {
    for (volatile bool forever = true; forever;) continue;
    out[0] = 1;
}

extern "C" void scale(const ScaleArgs& args) { spin<<<1, 32>>>(args.out); }
