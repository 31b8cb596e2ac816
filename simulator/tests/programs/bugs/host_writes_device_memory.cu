// The host sets a counter in device memory to zero by a plain store instead of cudaMemset.

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
