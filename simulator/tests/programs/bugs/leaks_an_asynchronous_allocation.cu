// Destroying a stream does not free the memory that was allocated in its order.
// finding at exit: leak

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int* data;
    cudaMallocAsync(&data, 64 * sizeof(int), stream);
    fill<<<1, 64, 0, stream>>>(data);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    return 0;
}
