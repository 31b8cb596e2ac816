// Threads, and blocks, write adjacent bytes of one word.

__global__ void code(const char* in, char* out, int n) {
    __shared__ char staged[50];
    const int i = blockIdx.x * 50 + threadIdx.x;
    if (threadIdx.x < 50 && i < n) staged[threadIdx.x] = static_cast<char>(in[i] + 1);
    __syncthreads();
    if (threadIdx.x < 50 && i < n) out[i] = staged[threadIdx.x];
}

int main() {
    const int n = 201;
    char text[n], found[n];
    for (int i = 0; i < n; ++i) text[i] = static_cast<char>('A' + i % 25);
    char *in, *out;
    cudaMalloc(&in, n);
    cudaMalloc(&out, n);
    cudaMemcpy(in, text, n, cudaMemcpyHostToDevice);
    code<<<(n + 49) / 50, 64>>>(in, out, n);
    cudaMemcpy(found, out, n, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int i = 0; i < n; ++i) {
        if (found[i] != text[i] + 1) return 1;
    }
    return 0;
}
