// Two buffers change their roles from launch to launch; what
// neighbours read was written by the launch before.

#include <utility>

__global__ void spread(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int left = i > 0 ? in[i - 1] : 0;
    const int right = i + 1 < n ? in[i + 1] : 0;
    out[i] = left + right;
}

int main() {
    const int n = 200, launches = 10;
    int values[n] = {}, found[n];
    values[n / 2] = 1;
    int *now, *next;
    cudaMalloc(&now, n * sizeof(int));
    cudaMalloc(&next, n * sizeof(int));
    cudaMemcpy(now, values, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int launch = 0; launch < launches; ++launch) {
        spread<<<4, 64>>>(now, next, n);
        std::swap(now, next);
    }
    cudaMemcpy(found, now, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(now);
    cudaFree(next);
    int sum = 0;
    for (const int each : found) sum += each;
    return sum == 1 << launches && found[n / 2] == 252 ? 0 : 1; // 10 over 5 ways lead back to the middle
}
