// Each half of the block waits in its own branch. In CUDA, these are two different barriers.

__global__ void halves(int* out) {
    int value = threadIdx.x;
    if (threadIdx.x < 32) {
        value *= 3;
        __syncthreads(); // other: divergent_barrier
        out[threadIdx.x] = value;
    } else {
        value += 5;
        __syncthreads(); // finding: divergent_barrier
        out[threadIdx.x] = 2 * value;
    }
}

int main() {
    int* out;
    cudaMalloc(&out, 64 * sizeof(int));
    halves<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
