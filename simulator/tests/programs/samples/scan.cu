// Prefix sums of a long array: each block scans its part, the blocks' totals are scanned in turn, and every
// part gets the total of the parts before it.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int block_size = 256;

/// The sum of the values of this thread and of the lanes before it.
__device__ unsigned scan_warp(unsigned value) {
    const int lane = threadIdx.x % 32;
    for (int distance = 1; distance < 32; distance *= 2) {
        const unsigned before = __shfl_up_sync(0xffffffff, value, distance);
        if (lane >= distance) value += before;
    }
    return value;
}

__global__ void scan_blocks(const unsigned* in, unsigned* out, unsigned* totals, int count) {
    __shared__ unsigned of_warp[block_size / 32];
    const int i = blockIdx.x * block_size + threadIdx.x;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    unsigned sum = scan_warp(i < count ? in[i] : 0);
    if (lane == 31) of_warp[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        const unsigned scanned = scan_warp(lane < block_size / 32 ? of_warp[lane] : 0);
        if (lane < block_size / 32) of_warp[lane] = scanned;
    }
    __syncthreads();
    if (warp > 0) sum += of_warp[warp - 1];

    if (i < count) out[i] = sum;
    if (threadIdx.x == block_size - 1) totals[blockIdx.x] = sum;
}

__global__ void add_totals(unsigned* out, const unsigned* scanned_totals, int count) {
    const int i = blockIdx.x * block_size + threadIdx.x;
    if (blockIdx.x > 0 && i < count) out[i] += scanned_totals[blockIdx.x - 1];
}

void scan(const unsigned* in, unsigned* out, int count) {
    const int blocks = (count + block_size - 1) / block_size;
    unsigned* totals;
    check(cudaMalloc(&totals, blocks * sizeof(unsigned)));
    scan_blocks<<<blocks, block_size>>>(in, out, totals, count);
    check(cudaGetLastError());
    if (blocks > 1) {
        scan(totals, totals, blocks);
        add_totals<<<blocks, block_size>>>(out, totals, count);
        check(cudaGetLastError());
    }
    check(cudaFree(totals));
}

int main() {
    const int count = 150'001; // three levels of blocks
    std::vector<unsigned> in(count), out(count);
    for (int i = 0; i < count; ++i) in[i] = (i * 2654435761u) >> 24;

    unsigned *device_in, *device_out;
    check(cudaMalloc(&device_in, count * sizeof(unsigned)));
    check(cudaMalloc(&device_out, count * sizeof(unsigned)));
    check(cudaMemcpy(device_in, in.data(), count * sizeof(unsigned), cudaMemcpyHostToDevice));
    scan(device_in, device_out, count);
    check(cudaMemcpy(out.data(), device_out, count * sizeof(unsigned), cudaMemcpyDeviceToHost));
    check(cudaFree(device_in));
    check(cudaFree(device_out));

    unsigned sum = 0;
    for (int i = 0; i < count; ++i) {
        sum += in[i];
        if (out[i] != sum) {
            std::printf("prefix %d is %u, not %u\n", i, out[i], sum);
            return 1;
        }
    }
    std::printf("PASSED\n");
    return 0;
}
