// A small program that a test builds in many ways: one kernel, one variable of each kind, a result that is checked.

#include <cuda_runtime.h>

#include <cstdio>

__constant__ int addend;
__device__ int calls;
__managed__ int shared_with_host = 5;

__global__ void add(int* values) {
    values[threadIdx.x] += addend + shared_with_host;
    if (threadIdx.x == 0) {
        atomicAdd(&calls, 1);
    }
}

int main() {
    const int constant = 7;
    int host[32] = {};
    int count = 0;
    int* device = nullptr;
    shared_with_host += 1;
    cudaMemcpyToSymbol(addend, &constant, sizeof constant);
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    add<<<1, 32>>>(device);
    add<<<1, 32, 0, cudaStreamPerThread>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&count, calls, sizeof count);
    const cudaError_t error = cudaFree(device);
    std::printf("%d after %d calls: %s\n", host[31], count, cudaGetErrorName(error));
    return host[0] == 26 && host[31] == 26 && count == 2 && error == cudaSuccess ? 0 : 1;
}
