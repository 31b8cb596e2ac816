#include <utility>

#include "kernelsmith/check.h"
#include "lab.h"

template <int... factors> __global__ void scale_elements(const float* in, float* out, std::int64_t n) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i] + 1;
}

template <int... factors> void launch(const ScaleArgs& args, std::integer_sequence<int, factors...>) {
    scale_elements<factors...><<<unsigned((args.n + 255) / 256), 256>>>(args.in, args.out, args.n);
    CUDA_CHECK_LAUNCH();
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    launch(args, std::make_integer_sequence<int, 3000>());
}
