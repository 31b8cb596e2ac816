// A sum in one launch of a grid whose blocks wait for each other: partial sums, grid.sync(), and block 0 adds them.
// Then a heat equation, of which a step begins only when all blocks have finished the one before.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int threads = 128;

__global__ void sum_up(const int* values, int n, long long* sums) {
    const cg::grid_group grid = cg::this_grid();
    const cg::thread_block block = cg::this_thread_block();
    __shared__ long long of_warps[threads / 32];
    long long own = 0;
    for (int i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.size())) {
        own += values[i];
    }
    const auto warp = cg::tiled_partition<32>(block);
    own = cg::reduce(warp, own, cg::plus<long long>());
    if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = own;
    block.sync();
    if (block.thread_rank() == 0) {
        for (int other = 1; other < threads / 32; ++other) own += of_warps[other];
        sums[grid.block_rank()] = own;
    }
    grid.sync();
    if (grid.thread_rank() == 0) {
        for (unsigned other = 1; other < grid.num_blocks(); ++other) sums[0] += sums[other];
    }
}

__global__ void diffuse(float* now, float* next, int n, int steps) {
    cg::grid_group grid = cg::this_grid();
    for (int step = 0; step < steps; ++step) {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
            const float left = i > 0 ? now[i - 1] : 0.0f;
            const float right = i + 1 < n ? now[i + 1] : 0.0f;
            next[i] = 0.25f * left + 0.5f * now[i] + 0.25f * right;
        }
        // The two halves of a sync: the code in between does not wait.
        auto token = grid.barrier_arrive();
        float* const other = now;
        now = next;
        next = other;
        grid.barrier_wait(std::move(token));
    }
}

int main() {
    int cooperative = 0, multiprocessors = 0, on_sm = 0;
    check(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_sm, sum_up, threads, 0));
    if (cooperative == 0) {
        std::printf("the device has no cooperative launches\n");
        return 1;
    }

    int n = 100'000;
    std::vector<int> values(n);
    long long expected = 0;
    for (int i = 0; i < n; ++i) expected += values[i] = i % 1000 - 300;
    int* device_values = nullptr;
    long long* sums = nullptr;
    check(cudaMalloc(&device_values, n * sizeof(int)));
    check(cudaMalloc(&sums, static_cast<size_t>(on_sm) * multiprocessors * sizeof(long long)));
    check(cudaMemcpy(device_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    void* arguments[] = {&device_values, &n, &sums};
    const auto* kernel = reinterpret_cast<const void*>(sum_up);
    const dim3 too_many(on_sm * multiprocessors + 1);
    if (cudaLaunchCooperativeKernel(kernel, too_many, dim3(threads), arguments, 0, nullptr) !=
            cudaErrorCooperativeLaunchTooLarge ||
        cudaGetLastError() != cudaErrorCooperativeLaunchTooLarge) {
        std::printf("a grid was accepted that cannot be there at once\n");
        return 1;
    }
    // Launched twice: the barrier is reused.
    for (int launch = 0; launch < 2; ++launch) {
        check(
            cudaLaunchCooperativeKernel(kernel, dim3(multiprocessors), dim3(threads), arguments, 0, nullptr));
        long long sum = 0;
        check(cudaMemcpy(&sum, sums, sizeof sum, cudaMemcpyDeviceToHost));
        if (sum != expected) {
            std::printf("the sum is %lld, not %lld\n", sum, expected);
            return 1;
        }
    }

    const int cells = 4096, steps = 9;
    std::vector<float> host(cells + 2), then(cells + 2), found(cells);
    for (int i = 0; i < cells; ++i) host[i + 1] = static_cast<float>(i * 37 % 256);
    float *now, *next;
    check(cudaMalloc(&now, cells * sizeof(float)));
    check(cudaMalloc(&next, cells * sizeof(float)));
    check(cudaMemcpy(now, host.data() + 1, cells * sizeof(float), cudaMemcpyHostToDevice));
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config = {};
    config.blockDim = dim3(threads);
    config.attrs = &attribute;
    config.numAttrs = 1;
    config.gridDim = dim3(16);
    check(cudaLaunchKernelEx(&config, diffuse, now, next, cells, steps));
    check(cudaDeviceSynchronize());
    check(
        cudaMemcpy(found.data(), steps % 2 == 0 ? now : next, cells * sizeof(float), cudaMemcpyDeviceToHost));
    for (int step = 0; step < steps; ++step) {
        for (int i = 1; i <= cells; ++i) {
            then[i] = 0.25f * host[i - 1] + 0.5f * host[i] + 0.25f * host[i + 1];
        }
        std::swap(host, then);
    }
    check(cudaFree(device_values));
    check(cudaFree(sums));
    check(cudaFree(now));
    check(cudaFree(next));
    for (int i = 0; i < cells; ++i) {
        if (std::abs(found[i] - host[i + 1]) > 1e-3f) {
            std::printf("cell %d is %g, not %g\n", i, found[i], host[i + 1]);
            return 1;
        }
    }
    std::printf("PASSED\n");
    return 0;
}
