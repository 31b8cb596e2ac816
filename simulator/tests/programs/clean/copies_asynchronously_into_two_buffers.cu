// Asynchronous copies into shared memory, one tile ahead of the current one.

#include <cuda_pipeline_primitives.h>

constexpr int tiles = 6;
constexpr int threads = 64;

__global__ void sum_tiles(const float4* in, float* out) {
    __shared__ float4 staged[2][threads];
    const auto fetch = [&](int tile) {
        if (tile < tiles) {
            __pipeline_memcpy_async(&staged[tile % 2][threadIdx.x], &in[tile * threads + threadIdx.x],
                                    sizeof(float4));
        }
        __pipeline_commit();
    };
    float sum = 0.0f;
    fetch(0);
    for (int tile = 0; tile < tiles; ++tile) {
        fetch(tile + 1);
        __pipeline_wait_prior(1); // all but the newest have arrived
        __syncthreads();
        const float4 other = staged[tile % 2][threads - 1 - threadIdx.x];
        sum += other.x + other.y + other.z + other.w;
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

int main() {
    const int n = 4 * tiles * threads;
    float values[n], found[threads];
    for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i % 50);
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemcpy(in, values, n * sizeof(float), cudaMemcpyHostToDevice);
    sum_tiles<<<1, threads>>>(reinterpret_cast<const float4*>(in), out);
    cudaMemcpy(found, out, threads * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int i = 0; i < threads; ++i) {
        float sum = 0.0f;
        for (int tile = 0; tile < tiles; ++tile) {
            for (int k = 0; k < 4; ++k) sum += values[4 * (tile * threads + threads - 1 - i) + k];
        }
        if (found[i] != sum) return 1;
    }
    return 0;
}
