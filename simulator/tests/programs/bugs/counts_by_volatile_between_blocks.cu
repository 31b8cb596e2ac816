// The counter is volatile, but adding is still to read, to add and to write back: blocks take it from each other.

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
