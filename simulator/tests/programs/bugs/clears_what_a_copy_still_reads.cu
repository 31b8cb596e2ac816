// Each thread clears an element that its asynchronous copy has not read yet.
#include <cuda_pipeline.h>

__global__ void take(int* in, int* out) {
    __shared__ int staged[64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    __pipeline_memcpy_async(&staged[threadIdx.x], &in[i], sizeof(int)); // other: global_race
    __pipeline_commit();
    in[i] = 0; // finding: global_race
    __pipeline_wait_prior(0);
    out[i] = staged[threadIdx.x];
}

int main() {
    const int n = 128;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    take<<<n / 64, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
