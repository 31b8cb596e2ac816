// Memory set by cudaMemset and cudaMemsetAsync counts as
// written, also for atomic additions of floats and for reads.

__global__ void accumulate(const int* offsets, float* sums, double* total) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums[i % 8 + offsets[i]], 0.5f);
    atomicAdd(total, 0.25);
}

int main() {
    const int n = 256;
    int* offsets;
    float *sums, found[8];
    double *total, found_total = 0.0;
    cudaMalloc(&offsets, n * sizeof(int));
    cudaMalloc(&sums, 8 * sizeof(float));
    cudaMalloc(&total, sizeof(double));
    cudaMemset(offsets, 0, n * sizeof(int));
    cudaMemsetAsync(sums, 0, 8 * sizeof(float));
    cudaMemset(total, 0, sizeof(double));
    accumulate<<<2, 128>>>(offsets, sums, total);
    cudaMemcpy(found, sums, 8 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(&found_total, total, sizeof(double), cudaMemcpyDeviceToHost);
    cudaFree(offsets);
    cudaFree(sums);
    cudaFree(total);
    for (const float sum : found) {
        if (sum != 16.0f) return 1;
    }
    return found_total == 64.0 ? 0 : 1;
}
