// A block's first thread reads the last element of the block
// before, which that block overwrites in the same launch.

__global__ void add_left(int* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int left = i > 0 && i < n ? data[i - 1] : 0; // finding: global_race
    __syncthreads();
    if (i < n) data[i] += left; // other: global_race
}

int main() {
    const int n = 1000;
    int* data;
    cudaMalloc(&data, n * sizeof(int));
    cudaMemset(data, 0, n * sizeof(int));
    add_left<<<4, 256>>>(data, n);
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
