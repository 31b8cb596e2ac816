// A kernel writes to registered host memory, and the host does not wait for it.
#include <cstdio>
#include <cstdlib>

__global__ void count_up(int* to, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) to[i] = i;
}

int main() {
    const int n = 1 << 16;
    int* const host = static_cast<int*>(std::aligned_alloc(4096, n * sizeof(int)));
    for (int i = 0; i < n; ++i) host[i] = 0;
    cudaHostRegister(host, n * sizeof(int), cudaHostRegisterMapped);
    int* on_device;
    cudaHostGetDevicePointer(&on_device, host, 0);
    count_up<<<1, 256>>>(on_device, n);
    std::printf("%d\n", host[n - 1]); // finding: host_race
    cudaDeviceSynchronize();
    cudaHostUnregister(host);
    std::free(host);
    return 0;
}
