// A barrier inside a branch that only a part of the block takes.

__global__ void stage(const int* in, int* out, int n) {
    __shared__ int staged[128];
    if (threadIdx.x < n) {
        staged[threadIdx.x] = in[threadIdx.x];
        __syncthreads(); // finding: divergent_barrier
        out[threadIdx.x] = staged[threadIdx.x];
    }
}

int main() {
    const int n = 100;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    stage<<<1, 128>>>(in, out, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
