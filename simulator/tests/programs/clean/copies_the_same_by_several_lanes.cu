// Lanes past the end copy the last element again, as cooperative_groups::memcpy_async does: they write equal values.

#include <cuda_pipeline.h>

#include <cstdio>

__global__ void copy_through_shared(const int* in, int* out, int n) {
    __shared__ int staged[32];
    const int i = min(int(threadIdx.x), n - 1);
    __pipeline_memcpy_async(&staged[i], &in[i], sizeof(int)); // note: same_value_race
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (threadIdx.x < n) out[threadIdx.x] = staged[threadIdx.x];
}

int main() {
    const int n = 20;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(in, 1, n * sizeof(int));
    copy_through_shared<<<1, 32>>>(in, out, n);
    int last = 0;
    cudaMemcpy(&last, out + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf(last == 0x01010101 ? "PASSED\n" : "FAILED\n");
    cudaFree(in);
    cudaFree(out);
    return last == 0x01010101 ? 0 : 1;
}
