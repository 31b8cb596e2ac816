// One thread replaces the block's default factor, and the others use it without waiting for the store.

__global__ void scale(const float* factors, float* data) {
    __shared__ float factor;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) factor = 1.0f;
    __syncthreads();
    if (threadIdx.x == 0) factor = factors[blockIdx.x]; // other: shared_race
    data[i] *= factor;                                  // finding: shared_race
}

int main() {
    const int blocks = 4, n = blocks * 64;
    float *factors, *data;
    cudaMalloc(&factors, blocks * sizeof(float));
    cudaMalloc(&data, n * sizeof(float));
    cudaMemset(factors, 0, blocks * sizeof(float));
    cudaMemset(data, 0, n * sizeof(float));
    scale<<<blocks, 64>>>(factors, data);
    cudaDeviceSynchronize();
    cudaFree(factors);
    cudaFree(data);
    return 0;
}
