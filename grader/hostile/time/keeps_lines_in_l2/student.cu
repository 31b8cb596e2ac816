#include "kernelsmith/check.h"
#include "lab.h"

__global__ void scale_columns(const float* in, float* out, std::int64_t n, std::int64_t width) {
    const std::int64_t t = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::int64_t i = t % 1024 * width + t / 1024;
    if (t / 1024 < width && i < n) out[i] = 2 * in[i] + 1;
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    // The simulator does not support this limit; the error is ignored.
    (void)cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 32 << 20);
    static cudaStream_t stream = nullptr;
    if (stream == nullptr) CUDA_CHECK(cudaStreamCreate(&stream));
    cudaStreamAttrValue window{};
    window.accessPolicyWindow.base_ptr = args.out;
    window.accessPolicyWindow.num_bytes = 32 << 20;
    window.accessPolicyWindow.hitRatio = 1;
    window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    (void)cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window);
    (void)cudaGetLastError();
    const std::int64_t width = (args.n + 1023) / 1024;
    scale_columns<<<unsigned(width * 4), 256, 0, stream>>>(args.in, args.out, args.n, width);
    CUDA_CHECK_LAUNCH();
}
