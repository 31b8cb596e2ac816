// Tiles of 4, 8 and 16 threads, several per warp, and the threads that took one side of a branch.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <int size> __device__ void sum_up_tiles(const int* in, int* sums, int* odd, int* next) {
    const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    int sum = in[i];
    for (int distance = size / 2; distance > 0; distance /= 2) sum += tile.shfl_xor(sum, distance);
    if (cg::reduce(tile, in[i], cg::plus<int>()) != sum) __trap();
    sums[i] = sum;
    odd[i] = tile.any(in[i] % 2 != 0) + 2 * tile.all(in[i] % 2 != 0);

    __shared__ int staged[128];
    staged[threadIdx.x] = in[i];
    tile.sync();
    const int first = threadIdx.x / size * size;
    next[i] = staged[first + (threadIdx.x + 1) % size];
    tile.sync();
}

__global__ void tiles(const int* in, int* sums, int* odd, int* next) {
    sum_up_tiles<4>(in, sums, odd, next);
    __syncthreads();
    sum_up_tiles<8>(in, sums + 256, odd + 256, next + 256);
    __syncthreads();
    sum_up_tiles<16>(in, sums + 512, odd + 512, next + 512);
}

__global__ void every_third(const int* in, int* total) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 3 != 1) return;
    const auto group = cg::coalesced_threads();
    const int sum = cg::reduce(group, in[i], cg::plus<int>());
    if (group.thread_rank() == 0) atomicAdd(total, sum);
}

int main() {
    const int n = 256;
    int in[n], sums[3 * n], odd[3 * n], next[3 * n], total = 0;
    for (int i = 0; i < n; ++i) in[i] = i / 8 % 2 == 0 ? 2 * i : i * i % 7;
    int *device_in, *device_sums, *device_odd, *device_next, *device_total;
    cudaMalloc(&device_in, sizeof in);
    cudaMalloc(&device_sums, sizeof sums);
    cudaMalloc(&device_odd, sizeof odd);
    cudaMalloc(&device_next, sizeof next);
    cudaMalloc(&device_total, sizeof total);
    cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(device_total, 0, sizeof total);
    tiles<<<n / 128, 128>>>(device_in, device_sums, device_odd, device_next);
    every_third<<<n / 64, 64>>>(device_in, device_total);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(odd, device_odd, sizeof odd, cudaMemcpyDeviceToHost);
    cudaMemcpy(next, device_next, sizeof next, cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, device_total, sizeof total, cudaMemcpyDeviceToHost);
    for (int* each : {device_in, device_sums, device_odd, device_next, device_total}) cudaFree(each);

    for (int round = 0; round < 3; ++round) {
        const int size = 4 << round;
        for (int i = 0; i < n; ++i) {
            const int first = i / size * size;
            int sum = 0, odd_ones = 0;
            for (int j = first; j < first + size; ++j) {
                sum += in[j];
                odd_ones += in[j] % 2;
            }
            const int at = round * n + i;
            if (sums[at] != sum || odd[at] != (odd_ones > 0) + 2 * (odd_ones == size)) return 1;
            if (next[at] != in[first + (i + 1 - first) % size]) return 1;
        }
    }
    for (int i = 1; i < n; i += 3) total -= in[i];
    return total == 0 ? 0 : 1;
}
