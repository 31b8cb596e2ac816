// The host may access managed memory, but only until it is freed.

#include <cstdio>

__global__ void answer(int* out) { *out = 42; }

int main() {
    int* out;
    cudaMallocManaged(&out, sizeof(int));
    answer<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    std::printf("%d\n", *out); // finding: host_access
    return 0;
}
