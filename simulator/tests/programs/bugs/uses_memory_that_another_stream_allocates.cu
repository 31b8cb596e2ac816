// Memory from cudaMallocAsync exists once its stream has reached the allocation; another stream must wait for that.

__global__ void fill(int* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = i; // finding: stream_race
}

int main() {
    const int n = 1000;
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    int* data;
    cudaMallocAsync(&data, n * sizeof(int), first);
    fill<<<4, 256, 0, second>>>(data, n);
    cudaStreamSynchronize(second);
    cudaFreeAsync(data, first);
    cudaStreamSynchronize(first);
    cudaStreamDestroy(second);
    cudaStreamDestroy(first);
    return 0;
}
