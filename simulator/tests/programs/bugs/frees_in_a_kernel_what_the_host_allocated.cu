// The buffer comes from cudaMalloc, so the last kernel that uses it cannot free it.

__global__ void consume(int* data, int* out, int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += data[i];
    *out = sum;
    free(data); // finding in a kernel: invalid_free
}

int main() {
    const int n = 16;
    int *data, *out;
    cudaMalloc(&data, n * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(data, 0, n * sizeof(int));
    consume<<<1, 1>>>(data, out, n);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
