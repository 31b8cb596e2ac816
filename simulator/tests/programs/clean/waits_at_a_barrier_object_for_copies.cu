// Copies arrive at a cuda::barrier: its phase is complete when all threads have arrived and their
// copies are complete, so each thread may read what another one has copied. There is no __syncthreads() in the loop.

#include <cstdio>
#include <cstdlib>

#include <cuda/barrier>

constexpr int size = 128;
constexpr int tiles = 6;

__global__ void mirror(const int* in, int* out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> fetched[2];
    __shared__ int tile[2][size];
    if (threadIdx.x < 2) init(&fetched[threadIdx.x], size);
    __syncthreads();

    const auto fetch = [&](int n) {
        cuda::memcpy_async(&tile[n % 2][threadIdx.x], &in[n * size + threadIdx.x], sizeof(int),
                           fetched[n % 2]);
        return fetched[n % 2].arrive();
    };
    auto token = fetch(0);
    for (int n = 0; n < tiles; ++n) {
        fetched[n % 2].wait(std::move(token));
        out[n * size + threadIdx.x] = tile[n % 2][size - 1 - threadIdx.x];
        // All have arrived for tile n, and so have read tile n - 1, whose buffer tile n + 1 uses.
        if (n + 1 < tiles) token = fetch(n + 1);
    }
}

int main() {
    static int in[tiles * size], out[tiles * size];
    for (int i = 0; i < tiles * size; ++i) in[i] = i * 7 % 1009;
    int *device_in, *device_out;
    cudaMalloc(&device_in, sizeof(in));
    cudaMalloc(&device_out, sizeof(out));
    cudaMemcpy(device_in, in, sizeof(in), cudaMemcpyHostToDevice);
    mirror<<<1, size>>>(device_in, device_out);
    cudaMemcpy(out, device_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(device_in);
    cudaFree(device_out);
    for (int i = 0; i < tiles * size; ++i) {
        if (out[i] == in[i / size * size + size - 1 - i % size]) continue;
        std::printf("element %d is %d\n", i, out[i]);
        return 1;
    }
    return 0;
}
