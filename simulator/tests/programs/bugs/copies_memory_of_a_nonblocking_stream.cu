// cudaMemcpy runs in the default stream. A non-blocking stream and the default stream do not wait for each other.

__global__ void fill(int* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = i; // other: stream_race
}

int main() {
    const int n = 1000;
    static int host[n];
    int* data;
    cudaMalloc(&data, n * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    fill<<<4, 256, 0, stream>>>(data, n);
    cudaMemcpy(host, data, n * sizeof(int), cudaMemcpyDeviceToHost); // finding of the host: stream_race
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(data);
    return 0;
}
