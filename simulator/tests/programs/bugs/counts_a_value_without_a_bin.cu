// The histogram has a bin for each of 100 percentages, from 0 to 99. The value 100 is counted past its end.

#include <vector>

__global__ void histogram(const int* percentages, int n, int* bins) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[percentages[i]], 1); // finding: out_of_bounds
}

int main() {
    const int n = 400, count = 100;
    std::vector<int> percentages(n);
    for (int i = 0; i < n; ++i) percentages[i] = i % 101;
    int *device, *bins;
    cudaMalloc(&device, n * sizeof(int));
    cudaMalloc(&bins, count * sizeof(int));
    cudaMemcpy(device, percentages.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, count * sizeof(int));
    histogram<<<4, 128>>>(device, n, bins);
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFree(bins);
    return 0;
}
