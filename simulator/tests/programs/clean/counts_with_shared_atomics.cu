// A histogram whose threads increment bins in shared memory by atomic additions, with address conflicts.

__global__ void histogram(const int* in, int* bins, int n) {
    __shared__ int counts[10];
    if (threadIdx.x < 10) counts[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&counts[in[i] % 10], 1);
    __syncthreads();
    if (threadIdx.x < 10) bins[threadIdx.x] = counts[threadIdx.x];
}

int main() {
    const int n = 1000;
    int values[n], found[10];
    for (int i = 0; i < n; ++i) values[i] = i;
    int *in, *bins;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&bins, 10 * sizeof(int));
    cudaMemcpy(in, values, n * sizeof(int), cudaMemcpyHostToDevice);
    histogram<<<1, 128>>>(in, bins, n);
    cudaMemcpy(found, bins, 10 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(bins);
    for (const int count : found) {
        if (count != n / 10) return 1;
    }
    return 0;
}
