// The host reads the result while the kernel that computes it may still run.
#include <cstdio>

__global__ void sum(const int* in, int n, int* result) {
    int all = 0;
    for (int i = 0; i < n; ++i) all += in[i];
    *result = all;
}

int main() {
    const int n = 1000;
    int *in, *result;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&result, sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = i;
    sum<<<1, 1>>>(in, n, result);
    std::printf("%d\n", *result); // finding: host_race
    cudaDeviceSynchronize();
    cudaFree(result);
    cudaFree(in);
    return 0;
}
