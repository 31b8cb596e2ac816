// The sum of two vectors, one element per thread; the length is not a multiple of the block size.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

__global__ void vector_add(const float* a, const float* b, float* sum, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) sum[i] = a[i] + b[i];
}

int main() {
    const int count = 50'003;
    const size_t bytes = count * sizeof(float);
    std::vector<float> a(count), b(count), sum(count);
    for (int i = 0; i < count; ++i) {
        a[i] = 0.25f * static_cast<float>(i % 1001);
        b[i] = 3.0f - static_cast<float>(i % 77);
    }

    float *device_a, *device_b, *device_sum;
    check(cudaMalloc(&device_a, bytes));
    check(cudaMalloc(&device_b, bytes));
    check(cudaMalloc(&device_sum, bytes));
    check(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));

    const int block = 256;
    vector_add<<<(count + block - 1) / block, block>>>(device_a, device_b, device_sum, count);
    check(cudaGetLastError());
    check(cudaMemcpy(sum.data(), device_sum, bytes, cudaMemcpyDeviceToHost));
    check(cudaFree(device_a));
    check(cudaFree(device_b));
    check(cudaFree(device_sum));

    for (int i = 0; i < count; ++i) {
        if (sum[i] != a[i] + b[i]) {
            std::printf("element %d is %g, not %g\n", i, sum[i], a[i] + b[i]);
            return 1;
        }
    }
    std::printf("PASSED\n");
    return 0;
}
