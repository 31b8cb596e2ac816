#include "lab.h"

__global__ void unrolled(float* out) {
    float sum = out[0];
#pragma unroll
    for (int i = 0; i < 1000; ++i)
#pragma unroll
        for (int j = 0; j < 1000; ++j)
#pragma unroll
            for (int k = 0; k < 10; ++k) sum = sum * out[i * 7 + j] + sinf(sum + out[k]);
    out[0] = sum;
}

extern "C" void scale(const ScaleArgs& args) { unrolled<<<1, 1>>>(args.out); }
