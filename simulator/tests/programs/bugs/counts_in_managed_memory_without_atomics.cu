// The counter is in managed memory and initialized by the host, which does not make its increments atomic.

__managed__ int hits = 0;

__global__ void count(const int* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && values[i] > 10) hits += 1; // finding: global_race
}

int main() {
    const int n = 512;
    int* values;
    cudaMallocManaged(&values, n * sizeof(int));
    for (int i = 0; i < n; ++i) values[i] = i % 20;
    hits = 0;
    count<<<n / 128, 128>>>(values, n);
    cudaDeviceSynchronize();
    cudaFree(values);
    return 0;
}
