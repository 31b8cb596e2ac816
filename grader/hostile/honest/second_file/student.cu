#include "kernels/elements.cuh"

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    scale_elements<<<unsigned((args.n + 255) / 256), 256>>>(args.in, args.out, args.n);
    CUDA_CHECK_LAUNCH();
}
