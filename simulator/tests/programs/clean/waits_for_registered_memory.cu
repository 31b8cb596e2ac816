// Registered host memory that both sides use alternately, and that is unregistered in the end. A child that is forked
// meanwhile has a copy.
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

__global__ void add_up(int* numbers, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) numbers[i] += i;
}

int main() {
    const int n = 1 << 16;
    int* const host = static_cast<int*>(std::aligned_alloc(4096, n * sizeof(int)));
    for (int i = 0; i < n; ++i) host[i] = 1;
    cudaHostRegister(host, n * sizeof(int), cudaHostRegisterMapped);
    int* on_device;
    cudaHostGetDevicePointer(&on_device, host, 0);
    add_up<<<1, 256>>>(on_device, n);
    const pid_t child = fork();
    if (child == 0) {
        host[5] = 0;
        _exit(host[6] == 1 || host[6] == 7 ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    cudaDeviceSynchronize();
    host[7] = 0;
    add_up<<<1, 256>>>(on_device, n);
    cudaDeviceSynchronize();
    cudaHostUnregister(host);
    const bool right = status == 0 && host[5] == 11 && host[7] == 7 && host[n - 1] == 2 * n - 1;
    std::printf("%s\n", right ? "PASSED" : "FAILED");
    std::free(host);
    return right ? 0 : 1;
}
