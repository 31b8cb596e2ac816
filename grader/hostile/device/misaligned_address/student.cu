#include "lab.h"

__global__ void crooked(const float* in, float* out, std::int64_t n) {
    if (n < 8) return;
    const float4 four = *reinterpret_cast<const float4*>(in + 1);
    out[0] = four.x + four.y + four.z + four.w; // with fewer uses, the compiler would load them one by one
}

extern "C" void scale(const ScaleArgs& args) { crooked<<<1, 1>>>(args.in, args.out, args.n); }
