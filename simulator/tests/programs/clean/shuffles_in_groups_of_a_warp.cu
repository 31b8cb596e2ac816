// Groups of four adjacent threads, or the threads with one key, use warp functions within the group: one line of the
// source, executed with as many masks as there are groups.

__global__ void fours(const int* in, int* sums, unsigned* negative, int* turned) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32;
    const unsigned mask = 0xfu << (lane & ~3);

    int sum = in[i];
    sum += __shfl_xor_sync(mask, sum, 1);
    sum += __shfl_xor_sync(mask, sum, 2);
    sums[i] = __reduce_add_sync(mask, sum) / 4;

    negative[i] = __ballot_sync(mask, in[i] < 0);
    if (__any_sync(mask, in[i] < 0) != (negative[i] != 0)) __trap();
    if (__all_sync(mask, in[i] < 0) != (negative[i] == mask)) __trap();
    int all_alike;
    const unsigned alike = __match_all_sync(mask, in[i] >= 0, &all_alike);
    if (alike != (all_alike ? mask : 0)) __trap();
    if (all_alike != (negative[i] == 0 || negative[i] == mask)) __trap();

    __shared__ int tile[128];
    tile[threadIdx.x] = in[i];
    __syncwarp(mask);
    turned[i] = tile[threadIdx.x ^ 3];
}

// In each group of threads with one key, the first adds for all and broadcasts the old value.
__device__ int next_place(int* counters, int key) {
    const int lane = threadIdx.x % 32;
    const unsigned same = __match_any_sync(__activemask(), key);
    const int leader = __ffs(same) - 1;
    int first = 0;
    if (lane == leader) first = atomicAdd(&counters[key], __popc(same));
    return __shfl_sync(same, first, leader) + __popc(same & ((1u << lane) - 1));
}

__global__ void sort_into_bins(const int* in, int n, int* counters, int* bins) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int room = gridDim.x * blockDim.x;
    if (i < n && in[i] >= 0) bins[in[i] % 5 * room + next_place(counters, in[i] % 5)] = in[i];
}

int main() {
    const int n = 256, kinds = 5;
    int in[n], sums[n], turned[n], counts[kinds], sorted[kinds * n];
    unsigned negative[n];
    for (int i = 0; i < n; ++i) in[i] = i % 16 < 4 ? -i - 1 : (i * 37 + 11) % 101 - 20;
    int *device_in, *device_sums, *device_turned, *counters, *bins;
    unsigned* device_negative;
    cudaMalloc(&device_in, sizeof in);
    cudaMalloc(&device_sums, sizeof sums);
    cudaMalloc(&device_turned, sizeof turned);
    cudaMalloc(&device_negative, sizeof negative);
    cudaMalloc(&counters, sizeof counts);
    cudaMalloc(&bins, sizeof sorted);
    cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(counters, 0, sizeof counts);
    cudaMemset(bins, 0xff, sizeof sorted);
    fours<<<n / 128, 128>>>(device_in, device_sums, device_negative, device_turned);
    sort_into_bins<<<n / 128, 128>>>(device_in, n - 10, counters, bins);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(turned, device_turned, sizeof turned, cudaMemcpyDeviceToHost);
    cudaMemcpy(negative, device_negative, sizeof negative, cudaMemcpyDeviceToHost);
    cudaMemcpy(counts, counters, sizeof counts, cudaMemcpyDeviceToHost);
    cudaMemcpy(sorted, bins, sizeof sorted, cudaMemcpyDeviceToHost);
    for (int* each : {device_in, device_sums, device_turned, counters, bins}) cudaFree(each);
    cudaFree(device_negative);

    for (int i = 0; i < n; ++i) {
        int sum = 0;
        unsigned below = 0;
        for (int j = i / 4 * 4; j < i / 4 * 4 + 4; ++j) {
            sum += in[j];
            below |= (in[j] < 0 ? 1u : 0u) << j % 32;
        }
        if (sums[i] != sum || negative[i] != below || turned[i] != in[i ^ 3]) return 1;
    }
    // A bin contains each of its numbers once, in any order, without a gap.
    for (int i = 0; i < n - 10; ++i) {
        if (in[i] < 0) continue;
        int* const bin = sorted + in[i] % kinds * n;
        int place = 0;
        while (place < n && bin[place] != in[i]) ++place;
        if (place >= counts[in[i] % kinds]) return 1;
        bin[place] = -2;
    }
    for (int kind = 0; kind < kinds; ++kind) {
        for (int place = 0; place < n; ++place) {
            if (sorted[kind * n + place] != (place < counts[kind] ? -2 : -1)) return 1;
        }
    }
    return 0;
}
