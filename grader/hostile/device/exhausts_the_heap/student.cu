#include "lab.h"

__global__ void take(float* out) {
    for (int i = 0; i < 4096; ++i) {
        auto* const more = static_cast<float*>(malloc(1 << 20));
        more[0] = 1; // null once the heap is exhausted
        out[0] = more[0];
    }
}

extern "C" void scale(const ScaleArgs& args) { take<<<1, 1>>>(args.out); }
