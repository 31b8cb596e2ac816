// The result is in device memory; the host must copy it before it reads it.

#include <cstdio>

__global__ void answer(int* out) { *out = 42; }

int main() {
    int* out;
    cudaMalloc(&out, sizeof(int));
    answer<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    std::printf("%d\n", *out); // finding: host_access
    cudaFree(out);
    return 0;
}
