// The first lane waits for a flag that the others set only
// after a __syncwarp, and that waits for the first lane.

__global__ void signal(int* out) {
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncwarp();
    if (threadIdx.x == 0) {
        while (ready == 0) { // finding: deadlock
        }
        *out = 1;
    } else {
        __syncwarp(); // other: deadlock
        if (threadIdx.x == 1) ready = 1;
    }
}

int main() {
    int* out;
    cudaMalloc(&out, sizeof(int));
    signal<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
