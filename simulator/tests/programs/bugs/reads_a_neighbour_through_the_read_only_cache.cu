// The barrier orders the two accesses, but the read-only cache may still return the value from before the write.

__global__ void rotate(int* data) {
    const int i = threadIdx.x;
    data[i] = i;
    __syncthreads();
    const int next = __ldg(&data[(i + 1) % 64]); // finding: stale_read
    __syncthreads();
    data[i] = next;
}

int main() {
    int* data;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    rotate<<<1, 64>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
