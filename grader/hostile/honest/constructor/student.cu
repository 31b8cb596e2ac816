#include "kernelsmith/check.h"
#include "lab.h"

struct Settings {
    int threads;
    Settings() : threads(256) {}
    ~Settings() { threads = 0; }
} static settings;

__attribute__((constructor)) static void fewer_threads() { settings.threads = 128; }

__global__ void scale_elements(const float* in, float* out, std::int64_t n) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i] + 1;
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    const int threads = settings.threads;
    scale_elements<<<unsigned((args.n + threads - 1) / threads), threads>>>(args.in, args.out, args.n);
    CUDA_CHECK_LAUNCH();
}
