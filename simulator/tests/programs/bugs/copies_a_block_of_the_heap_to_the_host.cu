// Memory from malloc in a kernel is accessible to kernels only: cudaMemcpy rejects it.

#include <cstdio>

__device__ int* result;

__global__ void compute() {
    result = static_cast<int*>(malloc(sizeof(int)));
    if (result != nullptr) *result = 42;
}

int main() {
    int* on_heap = nullptr;
    int value = 0;
    compute<<<1, 1>>>();
    cudaMemcpyFromSymbol(&on_heap, result, sizeof(on_heap));
    cudaMemcpy(&value, on_heap, sizeof(value), cudaMemcpyDeviceToHost); // finding: host_access
    std::puts(cudaGetErrorString(cudaGetLastError()));
    return 0;
}
