// Buffers are freed in another order than they were allocated, and new ones may get their addresses.

#include <utility>

__global__ void fill(int* data, int n, int value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = value;
}

int main() {
    const int buffers = 5;
    int* buffer[buffers];
    for (int round = 0; round < 4; ++round) {
        for (int b = 0; b < buffers; ++b) {
            const int n = 100 * (b + 1) + 7 * round;
            int last = 0;
            cudaMalloc(&buffer[b], n * sizeof(int));
            fill<<<(n + 127) / 128, 128>>>(buffer[b], n, b + round);
            cudaMemcpy(&last, buffer[b] + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
            if (last != b + round) return 1;
        }
        std::swap(buffer[0], buffer[round]);
        for (const int b : {3, 0, 4, 1, 2}) cudaFree(buffer[b]);
    }
    cudaFree(nullptr);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
