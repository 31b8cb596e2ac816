// Whole blocks return before a barrier that they need not reach,
// and whole warps return where no barrier follows.

__global__ void add_neighbours(const int* in, int* out, int n) {
    __shared__ int staged[128];
    const int first = blockIdx.x * 128;
    if (first >= n) return; // the whole block
    staged[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    if (threadIdx.x >= 64) return; // two whole warps, and no barrier follows
    const int sum = staged[2 * threadIdx.x] + staged[2 * threadIdx.x + 1];
    out[first / 2 + threadIdx.x] = sum + __shfl_xor_sync(0xffffffff, sum, 1);
}

int main() {
    const int n = 256;
    int values[n], found[n / 2];
    for (int i = 0; i < n; ++i) values[i] = i;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n / 2 * sizeof(int));
    cudaMemcpy(in, values, n * sizeof(int), cudaMemcpyHostToDevice);
    add_neighbours<<<5, 128>>>(in, out, n);
    cudaMemcpy(found, out, n / 2 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int i = 0; i < n / 2; ++i) {
        const int first = i / 2 * 4;
        if (found[i] != 4 * first + 6) return 1;
    }
    return 0;
}
