// The last levels of a reduction in the old style:
// volatile, and relying on lanes of a warp that run in lockstep.

__global__ void sum(const int* in, int* out) {
    __shared__ int memory[64];
    volatile int* partial = memory;
    partial[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x >= 32) return;
    for (int lanes = 32; lanes > 0; lanes /= 2) {
        partial[threadIdx.x] = partial[threadIdx.x] + partial[threadIdx.x + lanes]; // finding: shared_race
    }
    if (threadIdx.x == 0) *out = partial[0];
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    sum<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
