// A bitonic sorting network over keys with values: steps that stay within a block's part run in shared
// memory, the wider ones are a launch each.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int part = 512; // pairs that one block sorts, two a thread

struct Pair {
    unsigned key;
    unsigned value;
};

__device__ void exchange(Pair& a, Pair& b, bool ascending) {
    if ((a.key > b.key) == ascending) {
        const Pair old = a;
        a = b;
        b = old;
    }
}

/// The steps from @p stride downwards, for runs of @p size pairs, of one block's part.
__device__ void merge_part(Pair* pairs, int first, int size, int stride) {
    for (; stride > 0; stride /= 2) {
        __syncthreads();
        const int i = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        exchange(pairs[i], pairs[i + stride], ((first + i) & size) == 0);
    }
    __syncthreads();
}

__global__ void sort_parts(Pair* pairs, int smallest, int largest) {
    __shared__ Pair staged[part];
    const int first = blockIdx.x * part;
    const int a = threadIdx.x;
    const int b = a + part / 2;
    staged[a] = pairs[first + a];
    staged[b] = pairs[first + b];
    for (int size = smallest; size <= largest; size *= 2)
        merge_part(staged, first, size, min(size, part) / 2);
    pairs[first + a] = staged[a];
    pairs[first + b] = staged[b];
}

__global__ void merge_wide(Pair* pairs, int size, int stride) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = 2 * thread - (thread & (stride - 1));
    exchange(pairs[i], pairs[i + stride], (i & size) == 0);
}

void sort(Pair* pairs, int count) {
    sort_parts<<<count / part, part / 2>>>(pairs, 2, part);
    for (int size = 2 * part; size <= count; size *= 2) {
        for (int stride = size / 2; stride >= part; stride /= 2) {
            merge_wide<<<count / part, part / 2>>>(pairs, size, stride);
        }
        sort_parts<<<count / part, part / 2>>>(pairs, size, size);
    }
    check(cudaGetLastError());
}

int main() {
    const int count = 8192;
    std::vector<Pair> pairs(count), sorted(count);
    for (unsigned i = 0; i < count; ++i) pairs[i] = {i * 2654435761u % 5003u, i};

    Pair* device;
    check(cudaMalloc(&device, count * sizeof(Pair)));
    check(cudaMemcpy(device, pairs.data(), count * sizeof(Pair), cudaMemcpyHostToDevice));
    sort(device, count);
    check(cudaMemcpy(sorted.data(), device, count * sizeof(Pair), cudaMemcpyDeviceToHost));
    check(cudaFree(device));

    std::vector<bool> seen(count);
    for (int i = 0; i < count; ++i) {
        const Pair& pair = sorted[i];
        if (i > 0 && sorted[i - 1].key > pair.key) {
            std::printf("key %u at %d stands before %u\n", sorted[i - 1].key, i - 1, pair.key);
            return 1;
        }
        if (pair.value >= count || seen[pair.value] || pairs[pair.value].key != pair.key) {
            std::printf("the pair (%u, %u) at %d is not one of the input\n", pair.key, pair.value, i);
            return 1;
        }
        seen[pair.value] = true;
    }
    std::printf("PASSED\n");
    return 0;
}
