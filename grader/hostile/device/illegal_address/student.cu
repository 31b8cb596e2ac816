#include "lab.h"

__global__ void wild(float* out) { out[std::int64_t(1) << 40] = 1; }

extern "C" void scale(const ScaleArgs& args) { wild<<<1, 32>>>(args.out); }
