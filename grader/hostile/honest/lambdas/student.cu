#include "kernelsmith/check.h"
#include "lab.h"

struct TwiceAndOne {
    float one;
    __device__ float operator()(float value) const {
        const auto twice = [](float x) { return 2 * x; };
        return twice(value) + one;
    }
};

template <typename Function>
__global__ void for_each(const float* in, float* out, std::int64_t n, Function function) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = function(in[i]);
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    for_each<<<unsigned((args.n + 255) / 256), 256>>>(args.in, args.out, args.n, TwiceAndOne{1});
    CUDA_CHECK_LAUNCH();
}
