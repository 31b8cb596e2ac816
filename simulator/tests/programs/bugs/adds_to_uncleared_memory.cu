// cudaMalloc does not clear the memory, and the kernel adds to it.

__global__ void accumulate(const float* in, float* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[i] += in[i]; // finding: uninitialized
}

int main() {
    const int n = 512;
    float *in, *sums;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&sums, n * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    accumulate<<<2, 256>>>(in, sums);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(sums);
    return 0;
}
