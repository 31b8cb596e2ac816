// One stream computes, another one uses the result, and the second does not wait for the first.

__global__ void fill(int* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = i; // other: stream_race
}

__global__ void twice(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i]; // finding: stream_race
}

int main() {
    const int n = 1000;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    fill<<<4, 256, 0, first>>>(in, n);
    twice<<<4, 256, 0, second>>>(in, out, n);
    cudaDeviceSynchronize();
    cudaStreamDestroy(second);
    cudaStreamDestroy(first);
    cudaFree(out);
    cudaFree(in);
    return 0;
}
