// The barrier waits for three warps, and only two of them ever arrive.

__global__ void meet(int* out) {
    __shared__ int staged[64];
    if (threadIdx.x >= 64) return;
    staged[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 1, 96;" ::: "memory"); // finding: deadlock
    out[threadIdx.x] = staged[63 - threadIdx.x];
}

int main() {
    int* out;
    cudaMalloc(&out, 64 * sizeof(int));
    meet<<<1, 96>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
