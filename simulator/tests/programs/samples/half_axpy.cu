// Half precision: y = a x + y two numbers at a time, and a dot product of halves with its sum in single precision.
// The numbers are chosen so that every product and sum is exact, and the host's result is the only right one.

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_fp16.h>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

__global__ void axpy(__half a, const __half* x, __half* y, int count) {
    const __half2 factor = __half2half2(a);
    const int pairs = count / 2;
    const auto* x2 = reinterpret_cast<const __half2*>(x);
    auto* y2 = reinterpret_cast<__half2*>(y);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x)
        y2[i] = __hfma2(factor, x2[i], y2[i]);
    // An odd number of elements leaves one.
    if (blockIdx.x == 0 && threadIdx.x == 0 && count % 2 == 1)
        y[count - 1] = __hfma(a, x[count - 1], y[count - 1]);
}

__global__ void dot(const __half* x, const __half* y, float* result, int count) {
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        sum += __half2float(x[i]) * __half2float(y[i]);
    for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffffffff, sum, lanes);
    if (threadIdx.x % 32 == 0) atomicAdd(result, sum);
}

int main() {
    const int count = 10'001;
    std::vector<float> x(count), y(count);
    std::vector<__half> half_x(count), half_y(count);
    for (int i = 0; i < count; ++i) {
        x[i] = static_cast<float>(i % 15 - 7);
        y[i] = 0.25f * static_cast<float>(i % 11);
        half_x[i] = __float2half(x[i]);
        half_y[i] = __float2half(y[i]);
    }

    __half *device_x, *device_y;
    float* device_dot;
    const size_t bytes = count * sizeof(__half);
    check(cudaMalloc(&device_x, bytes));
    check(cudaMalloc(&device_y, bytes));
    check(cudaMalloc(&device_dot, sizeof(float)));
    check(cudaMemset(device_dot, 0, sizeof(float)));
    check(cudaMemcpy(device_x, half_x.data(), bytes, cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_y, half_y.data(), bytes, cudaMemcpyHostToDevice));

    axpy<<<16, 128>>>(__float2half(1.5f), device_x, device_y, count);
    check(cudaGetLastError());
    dot<<<16, 128>>>(device_x, device_y, device_dot, count);
    check(cudaGetLastError());
    float product = 0;
    check(cudaMemcpy(half_y.data(), device_y, bytes, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&product, device_dot, sizeof product, cudaMemcpyDeviceToHost));
    check(cudaFree(device_x));
    check(cudaFree(device_y));
    check(cudaFree(device_dot));

    double expected = 0;
    for (int i = 0; i < count; ++i) {
        const float sum = 1.5f * x[i] + y[i];
        expected += static_cast<double>(x[i]) * sum;
        if (__half2float(half_y[i]) != sum) {
            std::printf("element %d is %g, not %g\n", i, __half2float(half_y[i]), sum);
            return 1;
        }
    }
    if (product != expected) {
        std::printf("the dot product is %.9g, not %.9g\n", product, expected);
        return 1;
    }
    std::printf("PASSED\n");
    return 0;
}
