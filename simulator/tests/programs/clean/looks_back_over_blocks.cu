// Prefix sums in one launch, by look-back: a block publishes its sum, then its prefix, each
// after a fence and with a volatile flag, and adds the values that the blocks
// before it have published. Blocks number themselves in the order they start.

enum Status { nothing, has_sum, has_prefix };

__device__ int sum_before(int block, const volatile int* status, const int* sums, const int* prefixes) {
    int before = 0;
    for (int b = block - 1; b >= 0; --b) {
        int published = nothing;
        while (published == nothing) published = status[b];
        __threadfence();
        if (published == has_prefix) return before + prefixes[b];
        before += sums[b];
    }
    return before;
}

__global__ void scan(const int* in, int* out, unsigned* next, volatile int* status, int* sums,
                     int* prefixes) {
    int block = 0;
    if (threadIdx.x == 0) block = atomicAdd(next, 1u);
    block = __shfl_sync(0xffffffff, block, 0);
    const int i = block * 32 + threadIdx.x;

    int sum = in[i];
    for (int distance = 1; distance < 32; distance *= 2) {
        const int other = __shfl_up_sync(0xffffffff, sum, distance);
        if (threadIdx.x >= distance) sum += other;
    }
    int before = 0;
    if (threadIdx.x == 31) {
        sums[block] = sum;
        __threadfence();
        status[block] = has_sum;
        before = sum_before(block, status, sums, prefixes);
        prefixes[block] = before + sum;
        __threadfence();
        status[block] = has_prefix;
    }
    out[i] = __shfl_sync(0xffffffff, before, 31) + sum;
}

int main() {
    const int blocks = 50, n = blocks * 32;
    int values[n], prefix = 0;
    for (int i = 0; i < n; ++i) values[i] = i % 13;
    int *in, *out, *status, *sums, *prefixes;
    unsigned* next;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&next, sizeof(unsigned));
    cudaMalloc(&status, blocks * sizeof(int));
    cudaMalloc(&sums, blocks * sizeof(int));
    cudaMalloc(&prefixes, blocks * sizeof(int));
    cudaMemcpy(in, values, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(next, 0, sizeof(unsigned));
    cudaMemset(status, 0, blocks * sizeof(int));
    scan<<<blocks, 32>>>(in, out, next, status, sums, prefixes);
    int found[n];
    cudaMemcpy(found, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int* each : {in, out, status, sums, prefixes}) cudaFree(each);
    cudaFree(next);
    for (int i = 0; i < n; ++i) {
        prefix += values[i];
        if (found[i] != prefix) return 1;
    }
    return 0;
}
