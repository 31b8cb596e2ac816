// Two threads that increment the same bin both read it and both add one, and one of the two counts is lost.

#include <vector>

__global__ void histogram(const unsigned char* data, int n, int* bins) {
    __shared__ int counts[16];
    if (threadIdx.x < 16) counts[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        ++counts[data[i] % 16]; // finding: shared_race
    }
    __syncthreads();
    if (threadIdx.x < 16) bins[threadIdx.x] = counts[threadIdx.x];
}

int main() {
    const int n = 1024;
    std::vector<unsigned char> data(n);
    for (int i = 0; i < n; ++i) data[i] = static_cast<unsigned char>(i * 7 / 5);
    unsigned char* device;
    int* bins;
    cudaMalloc(&device, n);
    cudaMalloc(&bins, 16 * sizeof(int));
    cudaMemcpy(device, data.data(), n, cudaMemcpyHostToDevice);
    histogram<<<1, 256>>>(device, n, bins);
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFree(bins);
    return 0;
}
