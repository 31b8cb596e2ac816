// A launch may write memory after it has read it through __ldg, and a later launch may read it through __ldg again.

#include <cstdio>

__global__ void add_one(int* data) { data[threadIdx.x] = 1 + __ldg(&data[threadIdx.x]); }

int main() {
    int* data;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    add_one<<<1, 64>>>(data);
    add_one<<<1, 64>>>(data);
    int first = 0;
    cudaMemcpy(&first, data, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf(first == 2 ? "PASSED\n" : "FAILED\n");
    cudaFree(data);
    return first == 2 ? 0 : 1;
}
