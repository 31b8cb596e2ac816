#include "kernelsmith/check.h"
#include "lab.h"

__global__ void wide(float* out) {
    extern __shared__ float tile[];
    out[0] = tile[0];
}

extern "C" void scale(const ScaleArgs& args) {
    wide<<<1, 32, 1 << 20>>>(args.out);
    CUDA_CHECK_LAUNCH();
}
