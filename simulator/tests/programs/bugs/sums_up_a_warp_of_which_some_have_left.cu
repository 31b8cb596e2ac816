// Threads behind the end of the array leave first. The sum of the last warp then takes in what they no longer bring.

__global__ void sum(const int* in, int* total, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int value = in[i];
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffff, value, offset); // finding: absent_lane
    }
    if (threadIdx.x % 32 == 0) atomicAdd(total, value);
}

int main() {
    const int n = 100;
    int *in, *total;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&total, sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    cudaMemset(total, 0, sizeof(int));
    sum<<<1, 128>>>(in, total, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(total);
    return 0;
}
