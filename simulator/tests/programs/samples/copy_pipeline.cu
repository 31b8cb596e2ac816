// Tiles of a long array pass through shared memory while the threads work on those before (cuda::pipeline): once with
// a pipeline of the whole block, once with one warp that only fetches, and once with each thread's own.

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int tile = 128;
constexpr int stages = 3;
using State = cuda::pipeline_shared_state<cuda::thread_scope_block, stages>;
#pragma nv_diag_suppress static_var_with_dynamic_init

/// out[i]: the sum over all tiles of the element that mirrors element i.
__global__ void whole_block(const int* in, int* out, int tiles) {
    __shared__ int buffer[stages][tile];
    __shared__ State state;
    const auto block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int worked = 0, fetched = 0; worked < tiles; ++worked) {
        for (; fetched < tiles && fetched < worked + stages; ++fetched) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, buffer[fetched % stages], in + fetched * tile, sizeof(int) * tile,
                               pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        sum += buffer[worked % stages][tile - 1 - threadIdx.x];
        pipeline.consumer_release();
    }
    out[threadIdx.x] = sum;
}

/// The same, where the first warp of tile + 32 threads fetches, and the others work.
__global__ void one_warp_fetches(const int* in, int* out, int tiles) {
    __shared__ int buffer[stages][tile];
    __shared__ State state;
    const auto block = cg::this_thread_block();
    const bool fetches = threadIdx.x < 32;
    const auto role = fetches ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipeline = cuda::make_pipeline(block, &state, role);
    if (fetches) {
        const auto warp = cg::tiled_partition<32>(block);
        for (int n = 0; n < tiles; ++n) {
            pipeline.producer_acquire();
            cuda::memcpy_async(warp, buffer[n % stages], in + n * tile, sizeof(int) * tile, pipeline);
            pipeline.producer_commit();
        }
        return;
    }
    const int i = threadIdx.x - 32;
    int sum = 0;
    for (int n = 0; n < tiles; ++n) {
        pipeline.consumer_wait();
        sum += buffer[n % stages][tile - 1 - i];
        pipeline.consumer_release();
    }
    out[i] = sum;
}

/// The sums of the elements themselves: each thread fetches and uses its own, two tiles ahead.
__global__ void each_thread(const int* in, int* out, int tiles) {
    __shared__ int buffer[stages][tile];
    auto pipeline = cuda::make_pipeline();
    const auto fetch = [&](int n) {
        pipeline.producer_acquire();
        if (n < tiles)
            cuda::memcpy_async(&buffer[n % stages][threadIdx.x], in + n * tile + threadIdx.x,
                               cuda::aligned_size_t<4>(4), pipeline);
        pipeline.producer_commit();
    };
    fetch(0);
    fetch(1);
    int sum = 0;
    for (int n = 0; n < tiles; ++n) {
        fetch(n + 2);
        cuda::pipeline_consumer_wait_prior<2>(pipeline);
        sum += buffer[n % stages][threadIdx.x];
        pipeline.consumer_release();
    }
    out[threadIdx.x] = sum;
}

int main() {
    const int tiles = 11;
    std::vector<int> in(tiles * tile);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = int(i * 7919 % 10'007);
    int *device_in, *device_out;
    check(cudaMalloc(&device_in, in.size() * sizeof(int)));
    check(cudaMalloc(&device_out, 3 * tile * sizeof(int)));
    check(cudaMemcpy(device_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
    whole_block<<<1, tile>>>(device_in, device_out, tiles);
    check(cudaGetLastError());
    one_warp_fetches<<<1, tile + 32>>>(device_in, device_out + tile, tiles);
    check(cudaGetLastError());
    each_thread<<<1, tile>>>(device_in, device_out + 2 * tile, tiles);
    check(cudaGetLastError());
    std::vector<int> out(3 * tile);
    check(cudaMemcpy(out.data(), device_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaFree(device_in));
    check(cudaFree(device_out));

    for (int i = 0; i < tile; ++i) {
        int own = 0, mirrored = 0;
        for (int n = 0; n < tiles; ++n) {
            own += in[n * tile + i];
            mirrored += in[n * tile + tile - 1 - i];
        }
        if (out[i] != mirrored || out[tile + i] != mirrored || out[2 * tile + i] != own) {
            std::printf("sums %d: %d, %d and %d\n", i, out[i], out[tile + i], out[2 * tile + i]);
            return 1;
        }
    }
    std::printf("PASSED\n");
    return 0;
}
