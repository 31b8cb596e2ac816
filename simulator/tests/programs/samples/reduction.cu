// The sum and the largest of an array: threads stride over the grid, warps shuffle, blocks meet in shared
// memory, and a second launch adds the blocks' sums.

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

struct Add {
    static __device__ int identity() { return 0; }
    static __device__ int combine(int a, int b) { return a + b; }
    static __device__ int warp(int value) { return __reduce_add_sync(0xffffffff, value); }
};

struct Larger {
    static __device__ int identity() { return INT_MIN; }
    static __device__ int combine(int a, int b) { return max(a, b); }
    static __device__ int warp(int value) {
        for (int lanes = 16; lanes > 0; lanes /= 2)
            value = max(value, __shfl_xor_sync(0xffffffff, value, lanes));
        return value;
    }
};

template <typename T, typename Combine> __device__ T reduce_warp_down(T value, Combine combine) {
    for (int lanes = 16; lanes > 0; lanes /= 2)
        value = combine(value, __shfl_down_sync(0xffffffff, value, lanes));
    return value;
}

template <typename Operation> __global__ void reduce(const int* in, int* out, int count) {
    int value = Operation::identity();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        value = Operation::combine(value, in[i]);
    }

    __shared__ int of_warp[32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    value = Operation::warp(value);
    if (lane == 0) of_warp[warp] = value;
    __syncthreads();

    if (warp == 0) {
        const int warps = blockDim.x / 32;
        value = lane < warps ? of_warp[lane] : Operation::identity();
        value = reduce_warp_down(value, Operation::combine);
        if (lane == 0) out[blockIdx.x] = value;
    }
}

template <typename Operation> int reduced(const int* in, int count) {
    const int blocks = 48;
    int *of_blocks, *total;
    check(cudaMalloc(&of_blocks, blocks * sizeof(int)));
    check(cudaMalloc(&total, sizeof(int)));
    reduce<Operation><<<blocks, 256>>>(in, of_blocks, count);
    reduce<Operation><<<1, 64>>>(of_blocks, total, blocks);
    check(cudaGetLastError());
    int result = 0;
    check(cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaFree(of_blocks));
    check(cudaFree(total));
    return result;
}

int main() {
    const int count = 300'001;
    std::vector<int> values(count);
    for (int i = 0; i < count; ++i) values[i] = static_cast<int>(i * 2654435761u % 20'001u) - 10'000;

    int* device;
    check(cudaMalloc(&device, count * sizeof(int)));
    check(cudaMemcpy(device, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
    const int sum = reduced<Add>(device, count);
    const int largest = reduced<Larger>(device, count);
    check(cudaFree(device));

    const int expected_sum = std::accumulate(values.begin(), values.end(), 0);
    const int expected_largest = *std::max_element(values.begin(), values.end());
    if (sum != expected_sum || largest != expected_largest) {
        std::printf("the sum is %d, not %d; the largest is %d, not %d\n", sum, expected_sum, largest,
                    expected_largest);
        return 1;
    }
    std::printf("PASSED\n");
    return 0;
}
