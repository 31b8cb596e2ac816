// A constant table gets its next values in one stream while a kernel in another still reads the old ones.
__constant__ int table[64];

__global__ void look_up(int* out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = table[i & 63]; // other: stream_race
}

int main() {
    const int n = 1000;
    cudaStream_t working, copying;
    cudaStreamCreateWithFlags(&working, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copying, cudaStreamNonBlocking);
    int *out, *values;
    cudaMalloc(&out, n * sizeof(int));
    cudaMallocHost(&values, sizeof table);
    for (int i = 0; i < 64; ++i) values[i] = i * i;
    cudaMemcpyToSymbol(table, values, sizeof table);
    look_up<<<1, 128, 0, working>>>(out, n);
    cudaMemcpyToSymbolAsync(table, values, sizeof table, 0, cudaMemcpyHostToDevice,
                            copying); // finding of the host: stream_race
    cudaDeviceSynchronize();
    cudaFreeHost(values);
    cudaFree(out);
    cudaStreamDestroy(copying);
    cudaStreamDestroy(working);
    return 0;
}
