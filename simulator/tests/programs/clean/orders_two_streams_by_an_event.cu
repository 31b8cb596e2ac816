// One stream writes data that another one reads after waiting for
// an event; memory is allocated and freed in the order of a stream.

__global__ void fill(int* data) { data[threadIdx.x] = 5 * threadIdx.x; }
__global__ void reverse(const int* in, int* out) { out[threadIdx.x] = in[blockDim.x - 1 - threadIdx.x]; }

int main() {
    const int n = 128;
    cudaStream_t writer, reader;
    cudaEvent_t written, read;
    cudaStreamCreateWithFlags(&writer, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&reader, cudaStreamNonBlocking);
    cudaEventCreate(&written);
    cudaEventCreate(&read);
    int *data, *reversed, *found;
    cudaMallocAsync(&data, n * sizeof(int), writer);
    cudaMallocAsync(&reversed, n * sizeof(int), reader);
    cudaMallocHost(&found, n * sizeof(int));
    fill<<<1, n, 0, writer>>>(data);
    cudaEventRecord(written, writer);
    cudaStreamWaitEvent(reader, written);
    reverse<<<1, n, 0, reader>>>(data, reversed);
    cudaEventRecord(read, reader);
    cudaStreamWaitEvent(writer, read);
    cudaFreeAsync(data, writer);
    cudaMemcpyAsync(found, reversed, n * sizeof(int), cudaMemcpyDeviceToHost, reader);
    cudaFreeAsync(reversed, reader);
    cudaStreamSynchronize(reader);
    cudaStreamSynchronize(writer);
    bool right = true;
    for (int i = 0; i < n; ++i) right = right && found[i] == 5 * (n - 1 - i);
    cudaFreeHost(found);
    cudaEventDestroy(written);
    cudaEventDestroy(read);
    cudaStreamDestroy(writer);
    cudaStreamDestroy(reader);
    return right ? 0 : 1;
}
