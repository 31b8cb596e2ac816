#include "gpu.h"

#include <algorithm>

#include "timing.h"

namespace calibrate {

Gpu find_gpu() {
    Gpu gpu;
    check(cudaGetDeviceProperties(&gpu.properties, 0), "cudaGetDeviceProperties");
    gpu.sms = gpu.properties.multiProcessorCount;
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    check(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
    gpu.buffer_bytes = std::size_t{2} << 30;
    while (3 * gpu.buffer_bytes > free_bytes) gpu.buffer_bytes /= 2;
    gpu.l2_set_bytes = std::size_t{16} << 20;
    while (3 * gpu.l2_set_bytes > static_cast<std::size_t>(gpu.properties.l2CacheSize)) gpu.l2_set_bytes /= 2;
    check(cudaMalloc(&gpu.first, gpu.buffer_bytes), "cudaMalloc");
    check(cudaMalloc(&gpu.second, gpu.buffer_bytes), "cudaMalloc");
    check(cudaMemset(gpu.first, 1, gpu.buffer_bytes), "cudaMemset");
    check(cudaMemset(gpu.second, 1, gpu.buffer_bytes), "cudaMemset");
    return gpu;
}

void leave_gpu(const Gpu& gpu) {
    check(cudaFree(gpu.first), "cudaFree");
    check(cudaFree(gpu.second), "cudaFree");
}

} // namespace calibrate
