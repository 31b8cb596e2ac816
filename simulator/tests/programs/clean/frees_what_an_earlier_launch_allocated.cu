// Blocks of the heap outlive the kernel that allocated them; threads of another kernel use and free them.

#include <cstdio>

__global__ void make(int** blocks) {
    int* own = static_cast<int*>(malloc(4 * sizeof(int)));
    if (own != nullptr)
        for (int i = 0; i < 4; ++i) own[i] = 10 * threadIdx.x + i;
    blocks[threadIdx.x] = own;
}

__global__ void take(int** blocks, int* sums) {
    int* other = blocks[blockDim.x - 1 - threadIdx.x];
    sums[threadIdx.x] = 0;
    for (int i = 0; other != nullptr && i < 4; ++i) sums[threadIdx.x] += other[i];
    free(other);
}

int main() {
    const int n = 96;
    int host[n];
    int** blocks;
    int* sums;
    cudaMalloc(&blocks, n * sizeof(int*));
    cudaMalloc(&sums, sizeof(host));
    for (int round = 0; round < 3; ++round) {
        make<<<1, n>>>(blocks);
        take<<<1, n>>>(blocks, sums);
    }
    cudaMemcpy(host, sums, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(blocks);
    cudaFree(sums);
    for (int i = 0; i < n; ++i)
        if (host[i] != 40 * (n - 1 - i) + 6) return std::printf("wrong at %d\n", i), 1;
    return 0;
}
