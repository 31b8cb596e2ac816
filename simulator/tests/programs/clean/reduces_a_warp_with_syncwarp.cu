// The lanes of a warp add through shared memory, with __syncwarp between every read and the next write.

__global__ void sum_warps(const int* in, int* out) {
    __shared__ int partial[128];
    const int i = blockIdx.x * 128 + threadIdx.x;
    int sum = in[i];
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        partial[threadIdx.x] = sum;
        __syncwarp();
        sum += partial[threadIdx.x ^ lanes];
        __syncwarp();
    }
    if (threadIdx.x % 32 == 0) out[i / 32] = sum;
}

int main() {
    const int n = 512;
    int values[n], sums[n / 32];
    for (int i = 0; i < n; ++i) values[i] = i;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n / 32 * sizeof(int));
    cudaMemcpy(in, values, n * sizeof(int), cudaMemcpyHostToDevice);
    sum_warps<<<n / 128, 128>>>(in, out);
    cudaMemcpy(sums, out, n / 32 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int warp = 0; warp < n / 32; ++warp) {
        if (sums[warp] != 32 * 32 * warp + 31 * 16) return 1;
    }
    return 0;
}
