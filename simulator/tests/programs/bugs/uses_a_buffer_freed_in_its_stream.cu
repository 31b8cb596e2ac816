// Memory that is freed in the order of a stream is invalid for later work of the stream.

__global__ void increment(int* data) {
    ++data[threadIdx.x]; // finding: use_after_free
}

int main() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int* data;
    cudaMallocAsync(&data, 128 * sizeof(int), stream);
    cudaMemsetAsync(data, 0, 128 * sizeof(int), stream);
    cudaFreeAsync(data, stream);
    increment<<<1, 128, 0, stream>>>(data);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    return 0;
}
