// The first warp waits for a flag that the second one sets
// after the barrier, where the first never arrives.

__global__ void signal(int* flag, int* out) {
    if (threadIdx.x < 32) {
        while (atomicAdd(flag, 0) == 0) { // finding: deadlock
        }
    }
    __syncthreads(); // other: deadlock
    if (threadIdx.x == 32) atomicExch(flag, 1);
    out[threadIdx.x] = 1;
}

int main() {
    int *flag, *out;
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    signal<<<1, 64>>>(flag, out);
    cudaDeviceSynchronize();
    cudaFree(flag);
    cudaFree(out);
    return 0;
}
