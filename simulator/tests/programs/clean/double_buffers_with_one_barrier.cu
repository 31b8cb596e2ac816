// Two tiles in turn: while one is read, the next one is staged
// in the other, and one barrier per iteration is enough.

__global__ void sum_tiles(const int* in, int* out, int tiles) {
    __shared__ int tile[2][128];
    int sum = 0;
    tile[0][threadIdx.x] = in[threadIdx.x];
    for (int t = 0; t < tiles; ++t) {
        __syncthreads(); // this tile is complete, and no thread reads the preceding one any more
        if (t + 1 < tiles) tile[(t + 1) % 2][threadIdx.x] = in[(t + 1) * 128 + threadIdx.x];
        for (int k = 0; k < 128; ++k) sum += (threadIdx.x + 1) * tile[t % 2][k];
    }
    out[threadIdx.x] = sum;
}

int main() {
    const int tiles = 5, n = tiles * 128;
    int values[n], sums[128], total = 0;
    for (int i = 0; i < n; ++i) total += values[i] = i % 9;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemcpy(in, values, n * sizeof(int), cudaMemcpyHostToDevice);
    sum_tiles<<<1, 128>>>(in, out, tiles);
    cudaMemcpy(sums, out, 128 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int i = 0; i < 128; ++i) {
        if (sums[i] != (i + 1) * total) return 1;
    }
    return 0;
}
