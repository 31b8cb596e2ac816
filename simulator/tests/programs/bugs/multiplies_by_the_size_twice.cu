// An index into a float array already counts floats; multiplied by their size it is far past the end.

__global__ void clear(float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i * sizeof(float)] = 0.0f; // finding: out_of_bounds
}

int main() {
    const int n = 100'000;
    float* out;
    cudaMalloc(&out, n * sizeof(float));
    clear<<<(n + 255) / 256, 256>>>(out, n);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
