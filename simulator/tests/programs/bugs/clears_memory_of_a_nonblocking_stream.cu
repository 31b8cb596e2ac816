// cudaMemset returns before it is complete, and runs in the default stream, for which a non-blocking stream does not wait.

__global__ void add(const int* in, int* sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sums[i] += in[i]; // finding: stream_race
}

int main() {
    const int n = 1000;
    int *in, *sums;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&sums, n * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    cudaDeviceSynchronize();
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemset(sums, 0, n * sizeof(int));
    add<<<4, 256, 0, stream>>>(in, sums, n);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(sums);
    cudaFree(in);
    return 0;
}
