// Threads of a warp call different functions by their addresses. Each thread executes the code after the call once.

using Operation = int (*)(int);

__device__ __noinline__ int doubled(int x) { return 2 * x; }
__device__ __noinline__ int squared(int x) { return x * x; }
__device__ __noinline__ int negated(int x) { return -x; }
__device__ __noinline__ int itself(int x) { return x; }

__device__ const Operation operations[] = {doubled, squared, negated, itself};

__device__ __noinline__ int apply(int which, int x, int* calls) {
    const int result = operations[which](x);
    *calls += 1;
    return result;
}

__global__ void apply_each(int* results, int* calls) {
    const int n = threadIdx.x;
    results[n] = apply(n % 4, n, calls + n) + 1;
}

int main() {
    constexpr int threads = 64;
    int results[threads], calls[threads], *device;
    cudaMalloc(&device, sizeof results + sizeof calls);
    cudaMemset(device, 0, sizeof results + sizeof calls);
    apply_each<<<1, threads>>>(device, device + threads);
    cudaMemcpy(results, device, sizeof results, cudaMemcpyDeviceToHost);
    cudaMemcpy(calls, device + threads, sizeof calls, cudaMemcpyDeviceToHost);
    cudaFree(device);
    for (int n = 0; n < threads; ++n) {
        const int expected[] = {2 * n, n * n, -n, n};
        if (results[n] != expected[n % 4] + 1 || calls[n] != 1) return 1;
    }
    return 0;
}
