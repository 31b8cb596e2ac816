// One thread allocates a buffer for its block, and all threads free it.

__global__ void smooth(float* data) {
    __shared__ float* scratch;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) scratch = static_cast<float*>(malloc(blockDim.x * sizeof(float)));
    __syncthreads();
    if (scratch == nullptr) return;
    scratch[threadIdx.x] = data[i];
    __syncthreads();
    if (threadIdx.x > 0) data[i] = (scratch[threadIdx.x - 1] + scratch[threadIdx.x]) / 2;
    __syncthreads();
    free(scratch); // finding in a kernel: double_free
}

int main() {
    float* data;
    cudaMalloc(&data, 64 * sizeof(float));
    cudaMemset(data, 0, 64 * sizeof(float));
    smooth<<<2, 32>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
