#include "kernelsmith/check.h"
#include "lab.h"

__global__ void twice(const float* in, float* out, std::int64_t n) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}

__global__ void one_more(float* out, std::int64_t n) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] += 1;
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    static const auto streams = [] {
        struct Two {
            cudaStream_t first, second;
            cudaEvent_t doubled, done;
        } two;
        CUDA_CHECK(cudaStreamCreateWithFlags(&two.first, cudaStreamNonBlocking));
        CUDA_CHECK(cudaStreamCreateWithFlags(&two.second, cudaStreamNonBlocking));
        CUDA_CHECK(cudaEventCreateWithFlags(&two.doubled, cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&two.done, cudaEventDisableTiming));
        return two;
    }();
    const auto blocks = unsigned((args.n + 255) / 256);
    twice<<<blocks, 256, 0, streams.first>>>(args.in, args.out, args.n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaEventRecord(streams.doubled, streams.first));
    CUDA_CHECK(cudaStreamWaitEvent(streams.second, streams.doubled));
    one_more<<<blocks, 256, 0, streams.second>>>(args.out, args.n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaEventRecord(streams.done, streams.second));
    CUDA_CHECK(cudaStreamWaitEvent(nullptr, streams.done));
}
