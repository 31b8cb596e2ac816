// cudaMemcpy from pageable memory returns when the source has been read. The data may not be on the device yet, and a
// non-blocking stream does not wait for them.

__global__ void twice(int* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= 2; // finding: stream_race
}

int main() {
    const int n = 1 << 18;
    static int host[n];
    int* data;
    cudaMalloc(&data, sizeof host);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    twice<<<n / 256, 256, 0, stream>>>(data, n);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(data);
    return 0;
}
