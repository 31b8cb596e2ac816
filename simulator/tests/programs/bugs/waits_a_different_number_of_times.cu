// The number of iterations depends on the thread, so some warps wait at a barrier that others never reach.

__global__ void rounds(int* out) {
    int value = threadIdx.x;
    const int count = 1 + threadIdx.x / 32;
    for (int round = 0; round < count; ++round) {
        value = 3 * value + round;
        __syncthreads(); // finding: divergent_barrier
    }
    out[threadIdx.x] = value;
}

int main() {
    int* out;
    cudaMalloc(&out, 128 * sizeof(int));
    rounds<<<1, 128>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
