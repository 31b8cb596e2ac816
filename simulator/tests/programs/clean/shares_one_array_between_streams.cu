// Four streams write one array: each its own elements, interleaved with those of the others. All add to one counter.

__global__ void fill(int* data, int* counter, int n, int first, int step) {
    const int i = first + step * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    data[i] = 3 * i;
    atomicAdd(counter, 1);
}

int main() {
    const int n = 1000, streams = 4;
    int *data, *counter;
    static int host[n], count;
    cudaMalloc(&data, n * sizeof(int));
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    cudaDeviceSynchronize(); // the streams do not wait for cudaMemset
    cudaStream_t stream[streams];
    for (int s = 0; s < streams; ++s) {
        cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking);
        fill<<<2, 128, 0, stream[s]>>>(data, counter, n, s, streams);
    }
    for (int s = 0; s < streams; ++s) cudaStreamSynchronize(stream[s]);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(&count, counter, sizeof count, cudaMemcpyDeviceToHost);
    bool right = count == n;
    for (int i = 0; i < n; ++i) right = right && host[i] == 3 * i;
    for (int s = 0; s < streams; ++s) cudaStreamDestroy(stream[s]);
    cudaFree(counter);
    cudaFree(data);
    return right ? 0 : 1;
}
