// Threads past the end of the array exit first. The sum of the last warp then reads values from exited lanes.

__global__ void sum(const int* in, int* all, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int value = in[i];
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffff, value, offset); // finding: inactive_lane
    }
    if (threadIdx.x % 32 == 0) atomicAdd(all, value);
}

int main() {
    const int n = 100;
    int *in, *all;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&all, sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    cudaMemset(all, 0, sizeof(int));
    sum<<<1, 128>>>(in, all, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(all);
    return 0;
}
