// The counter is volatile, but an addition is still a read, an add and a write: blocks overwrite each other's counts.

__global__ void count(volatile int* counter) {
    if (threadIdx.x == 0) *counter = *counter + 1; // finding: global_race
}

int main() {
    int* counter;
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    count<<<8, 32>>>(counter);
    cudaDeviceSynchronize();
    cudaFree(counter);
    return 0;
}
