// Blocks read margins that overlap, but each writes only its own part of another array.

__global__ void smooth(const int* in, int* out, int n) {
    __shared__ int tile[64 + 2];
    const int i = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x + 1] = in[i];
    if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : in[i];
    if (threadIdx.x == 63) tile[65] = i + 1 < n ? in[i + 1] : in[i];
    __syncthreads();
    out[i] = tile[threadIdx.x] + 2 * tile[threadIdx.x + 1] + tile[threadIdx.x + 2];
}

int main() {
    const int n = 320;
    int values[n], found[n];
    for (int i = 0; i < n; ++i) values[i] = 3 * i;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemcpy(in, values, n * sizeof(int), cudaMemcpyHostToDevice);
    smooth<<<n / 64, 64>>>(in, out, n);
    cudaMemcpy(found, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int i = 1; i + 1 < n; ++i) {
        if (found[i] != 4 * values[i]) return 1;
    }
    return found[0] == 3 && found[n - 1] == 4 * values[n - 1] - 3 ? 0 : 1;
}
