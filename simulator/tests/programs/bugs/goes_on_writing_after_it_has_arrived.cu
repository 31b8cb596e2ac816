// Two warps fill an array, arrive without waiting, and change it again while the other two read it.

__global__ void hand_over(int* out) {
    __shared__ int filled[64];
    const int i = threadIdx.x % 64;
    if (threadIdx.x < 64) {
        filled[i] = i;
        asm volatile("bar.arrive 1, 128;" ::: "memory");
        filled[i] = -1; // other: shared_race
    } else {
        asm volatile("bar.sync 1, 128;" ::: "memory");
        out[i] = filled[i]; // finding: shared_race
    }
}

int main() {
    int* out;
    cudaMalloc(&out, 64 * sizeof(int));
    hand_over<<<1, 128>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
