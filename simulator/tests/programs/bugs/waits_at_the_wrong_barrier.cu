// The block's two halves exchange their values, but each half waits at a different barrier.

__global__ void exchange(const int* in, int* out) {
    __shared__ int staged[128];
    const int half = threadIdx.x / 64;
    staged[threadIdx.x] = 0;
    __syncthreads();
    staged[threadIdx.x] = in[threadIdx.x]; // other: shared_race
    asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
    out[threadIdx.x] = staged[threadIdx.x ^ 64]; // finding: shared_race
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemset(in, 0, 128 * sizeof(int));
    exchange<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
