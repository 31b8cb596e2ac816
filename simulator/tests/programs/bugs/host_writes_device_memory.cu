// The counter is set to zero by the host as if it were its own; that takes a cudaMemset.

__global__ void count(int* counter) { atomicAdd(counter, 1); }

int main() {
    int* counter;
    cudaMalloc(&counter, sizeof(int));
    *counter = 0; // finding: host_access
    count<<<1, 64>>>(counter);
    cudaDeviceSynchronize();
    cudaFree(counter);
    return 0;
}
