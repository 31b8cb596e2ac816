// One thread allocates and frees, all threads use the memory, with barriers in between.

#include <cstdio>

__global__ void reverse(int* data) {
    __shared__ int* buffer;
    if (threadIdx.x == 0) buffer = static_cast<int*>(malloc(blockDim.x * sizeof(int)));
    __syncthreads();
    if (buffer == nullptr) return;
    int* const own = data + blockIdx.x * blockDim.x;
    buffer[threadIdx.x] = own[threadIdx.x];
    __syncthreads();
    own[threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) free(buffer);
}

int main() {
    const int n = 1024;
    int host[n];
    for (int i = 0; i < n; ++i) host[i] = i;
    int* data;
    cudaMalloc(&data, sizeof(host));
    cudaMemcpy(data, host, sizeof(host), cudaMemcpyHostToDevice);
    reverse<<<n / 128, 128>>>(data);
    cudaMemcpy(host, data, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(data);
    for (int i = 0; i < n; ++i)
        if (host[i] != i / 128 * 128 + 127 - i % 128) return std::printf("wrong at %d\n", i), 1;
    return 0;
}
