// All blocks add to one counter, each by reading it and
// writing it back; additions of other blocks in between are lost.

__global__ void count_blocks(int* counter) {
    if (threadIdx.x == 0) *counter += 1; // finding: global_race
}

int main() {
    int* counter;
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    count_blocks<<<64, 32>>>(counter);
    cudaDeviceSynchronize();
    cudaFree(counter);
    return 0;
}
