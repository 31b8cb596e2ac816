// Every level of the tree reads what other warps wrote on the
// level before, without a barrier between the levels.

__global__ void sum(const int* in, int* out) {
    __shared__ int partial[256];
    partial[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half]; // finding: shared_race
    }
    if (threadIdx.x == 0) *out = partial[0];
}

int main() {
    const int n = 256;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    sum<<<1, n>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
