// cudaFreeAsync waits for its own stream; the kernel that still uses the memory is in another one.

__global__ void fill(int* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = i; // other: stream_race
}

int main() {
    const int n = 1000;
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    int* data;
    cudaMallocAsync(&data, n * sizeof(int), first);
    cudaStreamSynchronize(first);
    fill<<<4, 256, 0, second>>>(data, n);
    cudaFreeAsync(data, first); // finding of the host: stream_race
    cudaDeviceSynchronize();
    cudaStreamDestroy(second);
    cudaStreamDestroy(first);
    return 0;
}
