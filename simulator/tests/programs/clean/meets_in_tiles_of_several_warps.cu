// Tiles of more than a warp wait at barriers, and exchange values, in shared memory that CUDA reserves for itself.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

constexpr int threads = 256;

template <int size> __global__ void add_up(const int* values, int* sums, int* reversed) {
    __shared__ int staged[threads];
    const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
    const int thread = blockIdx.x * threads + threadIdx.x;
    const int first = threadIdx.x - tile.thread_rank();
    int value = values[thread];
    for (int round = 0; round < 3; ++round) {
        staged[threadIdx.x] = value;
        tile.sync();
        value += staged[first + size - 1 - tile.thread_rank()];
        tile.sync();
    }
    reversed[thread] = value;
    sums[thread] = cg::reduce(tile, values[thread], cg::plus<int>());
}

template <int size> bool right(const int* values, const int* sums, const int* reversed, int count) {
    for (int n = 0; n < count; ++n) {
        const int first = n / size * size;
        int sum = 0;
        for (int k = 0; k < size; ++k) sum += values[first + k];
        const int other = values[first + size - 1 - n % size];
        // Each iteration adds the two: 1, 2 and 4 times their sum.
        if (sums[n] != sum || reversed[n] != 4 * (values[n] + other)) return false;
    }
    return true;
}

template <int size> bool run(const int* values, int* device, int count) {
    int *sums = device + count, *reversed = device + 2 * count;
    add_up<size><<<count / threads, threads>>>(device, sums, reversed);
    int results[2 * 4 * threads];
    cudaMemcpy(results, sums, 2 * count * sizeof(int), cudaMemcpyDeviceToHost);
    return right<size>(values, results, results + count, count);
}

int main() {
    constexpr int count = 4 * threads;
    int values[count];
    for (int n = 0; n < count; ++n) values[n] = n * 7 % 101;
    int* device;
    cudaMalloc(&device, 3 * sizeof values);
    cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice);
    const bool all =
        run<64>(values, device, count) && run<128>(values, device, count) && run<256>(values, device, count);
    cudaFree(device);
    return all ? 0 : 1;
}
