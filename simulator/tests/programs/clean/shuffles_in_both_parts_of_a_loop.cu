// All threads of a warp exchange values in equally many iterations; but some are still in the first loop while others are in
// the second one, or in another copy of a loop that the compiler has unrolled.

__device__ int next(int value) { return __shfl_sync(~0u, value, threadIdx.x + 1); }

__global__ void in_two_loops(const int* rounds, int all, int* sums) {
    const int first = rounds[threadIdx.x];
    int value = threadIdx.x, sum = 0;
    for (int i = 0; i < first; ++i) {
        value = next(value);
        sum += value;
    }
    for (int i = first; i < all; ++i) {
        value = next(value);
        sum += 2 * value;
    }
    sums[threadIdx.x] = sum;
}

__device__ __noinline__ unsigned larger_half(int value) { return __ballot_sync(~0u, value >= 16); }

__global__ void in_a_function(unsigned* votes) {
    const int t = threadIdx.x;
    if (t % 2 == 0)
        votes[t] = larger_half(t);
    else
        votes[t] = 3 * larger_half(31 - t);
}

int main() {
    const int all = 23;
    int rounds[32], sums[32];
    unsigned votes[32];
    for (int t = 0; t < 32; ++t) rounds[t] = t * 5 % (all + 1);
    int *device_rounds, *device_sums;
    unsigned* device_votes;
    cudaMalloc(&device_rounds, sizeof rounds);
    cudaMalloc(&device_sums, sizeof sums);
    cudaMalloc(&device_votes, sizeof votes);
    cudaMemcpy(device_rounds, rounds, sizeof rounds, cudaMemcpyHostToDevice);
    in_two_loops<<<1, 32>>>(device_rounds, all, device_sums);
    in_a_function<<<1, 32>>>(device_votes);
    cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(votes, device_votes, sizeof votes, cudaMemcpyDeviceToHost);
    cudaFree(device_rounds);
    cudaFree(device_sums);
    cudaFree(device_votes);

    const unsigned larger = 0x5555'0000 | 0x0000'aaaa;
    for (int t = 0; t < 32; ++t) {
        int sum = 0;
        for (int i = 0; i < all; ++i) sum += (t + i + 1) % 32 * (i < rounds[t] ? 1 : 2);
        if (sums[t] != sum || votes[t] != (t % 2 == 0 ? larger : 3 * larger)) return 1;
    }
    return 0;
}
