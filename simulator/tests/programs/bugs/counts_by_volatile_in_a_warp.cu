// All lanes add to one volatile counter, up to a limit.

__global__ void count(volatile int* counter, int limit) {
    const int old = *counter;
    if (old < limit) *counter = old + 1; // finding: global_race
}

int main() {
    int* counter;
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    count<<<1, 32>>>(counter, 100);
    cudaDeviceSynchronize();
    cudaFree(counter);
    return 0;
}
