#pragma once

/// @file
/// The kernels of sum.cu: each is one way to add all elements of an array, from an atomic for each element to
/// a run for each thread. The trees add up one block's elements each and leave a sum for each block; the host
/// calls them again on those sums until one is left.

#include <cuda_runtime.h>

constexpr int tree_threads = 256; // of a block of a tree
constexpr int run_threads = 256;  // of a block whose threads add a run each
constexpr int run_vectors = 8;    // of 16 bytes each, that a thread loads before it adds the first
constexpr int run_blocks = 4;     // on an SM: 128 KB are under way

/// Sixteen bytes of an array.
template <typename T> struct alignas(16) Vector { T element[4]; };

struct Plus {
    template <typename T> __device__ T operator()(T a, T b) const { return a + b; }
};

/// Reads as much as a sum does. An xor of all bits can be skipped no more than an addition can.
struct Xor {
    __device__ unsigned operator()(unsigned a, unsigned b) const { return a ^ b; }
};

/// Every element goes to the same place in memory, and an L2 cache adds them one after the other.
template <typename T> __global__ void atomic_each(const T* in, long long count, T* sum) {
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(sum, in[i]);
}

/// A tree whose threads stay where their elements are: at each step half of the working lanes of each warp
/// stop, but all warps go on.
template <typename T> __global__ void tree_divergent(const T* in, long long count, T* sums) {
    __shared__ T part[tree_threads];
    const long long i = static_cast<long long>(blockIdx.x) * tree_threads + threadIdx.x;
    part[threadIdx.x] = i < count ? in[i] : T{};
    for (int step = 1; step < tree_threads; step *= 2) {
        __syncthreads();
        if (threadIdx.x % (2 * step) == 0) part[threadIdx.x] += part[threadIdx.x + step];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

/// The same tree by threads side by side: whole warps stop. But lanes now take every second element, every
/// fourth and so on, up to 32 of them from one bank.
template <typename T> __global__ void tree_conflicts(const T* in, long long count, T* sums) {
    __shared__ T part[tree_threads];
    const long long i = static_cast<long long>(blockIdx.x) * tree_threads + threadIdx.x;
    part[threadIdx.x] = i < count ? in[i] : T{};
    for (int step = 1; step < tree_threads; step *= 2) {
        __syncthreads();
        const int at = 2 * step * static_cast<int>(threadIdx.x);
        if (at < tree_threads) part[at] += part[at + step];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

/// The last steps of a tree that adds the upper half of the elements to the lower half: lanes side by side
/// take elements side by side.
template <typename T> __device__ void add_halves(T* part, T* sums) {
    for (int half = tree_threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

template <typename T> __global__ void tree_halves(const T* in, long long count, T* sums) {
    __shared__ T part[tree_threads];
    const long long i = static_cast<long long>(blockIdx.x) * tree_threads + threadIdx.x;
    part[threadIdx.x] = i < count ? in[i] : T{};
    add_halves(part, sums);
}

/// Two elements of the thread with number @p i in a block with twice as many elements as threads.
template <typename T> __device__ T add_at_load(const T* in, long long count) {
    const long long i = static_cast<long long>(blockIdx.x) * (2 * tree_threads) + threadIdx.x;
    const T first = i < count ? in[i] : T{};
    return first + (i + tree_threads < count ? in[i + tree_threads] : T{});
}

/// Half of the threads had one addition to do, or none. Here each begins with one, while it loads.
template <typename T> __global__ void tree_two_each(const T* in, long long count, T* sums) {
    __shared__ T part[tree_threads];
    part[threadIdx.x] = add_at_load(in, count);
    add_halves(part, sums);
}

/// What @p join makes of the values of a block's threads, for thread 0. All threads of the block come here.
template <int threads, typename T, typename Join> __device__ T join_block(T value, Join join) {
    __shared__ T warps[threads / 32];
#pragma unroll
    for (int step = 16; step > 0; step /= 2) value = join(value, __shfl_down_sync(~0u, value, step));
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x >= 32) return T{};
    value = threadIdx.x < threads / 32 ? warps[threadIdx.x] : T{};
#pragma unroll
    for (int step = 16; step > 0; step /= 2) value = join(value, __shfl_down_sync(~0u, value, step));
    return value;
}

/// Registers in place of shared memory, and one barrier in place of eight.
template <typename T> __global__ void shuffled(const T* in, long long count, T* sums) {
    const T sum = join_block<tree_threads>(add_at_load(in, count), Plus{});
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

/// A thread's run: `run_vectors` vectors, and again as many a whole grid further on. All loads of a round
/// are under way before the first of them is added.
template <typename T, typename Join> __device__ T join_run(const T* in, long long count, Join join) {
    const auto* vectors = reinterpret_cast<const Vector<T>*>(in);
    const long long vector_count = count / 4;
    const long long stride = static_cast<long long>(gridDim.x) * (run_threads * run_vectors);
    long long v = static_cast<long long>(blockIdx.x) * (run_threads * run_vectors) + threadIdx.x;
    T joined{};
    const auto take = [&](const Vector<T>& vector) {
#pragma unroll
        for (int i = 0; i < 4; ++i) joined = join(joined, vector.element[i]);
    };
    for (; v + (run_vectors - 1) * run_threads < vector_count; v += stride) {
        Vector<T> loaded[run_vectors];
#pragma unroll
        for (int i = 0; i < run_vectors; ++i) loaded[i] = vectors[v + i * run_threads];
#pragma unroll
        for (int i = 0; i < run_vectors; ++i) take(loaded[i]);
    }
    for (; v < vector_count; v += run_threads) { // the last round, where it is not a whole one
        const Vector<T> loaded = vectors[v];
        take(loaded);
    }
    if (blockIdx.x == 0 && threadIdx.x < count % 4)
        joined = join(joined, in[count - count % 4 + threadIdx.x]);
    return joined;
}

/// Cascading: a thread alone adds hundreds of elements, then come warp and block, once. Leaves a sum for each
/// block, of which there are as many as fit on the GPU.
template <typename T> __global__ void __launch_bounds__(run_threads, run_blocks)
    run_each(const T* in, long long count, T* sums) {
    const T sum = join_block<run_threads>(join_run(in, count, Plus{}), Plus{});
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

/// The second kernel: one block adds the sums of the blocks.
template <typename T> __global__ void add_sums(const T* sums, int blocks, T* out) {
    T sum{};
    for (int i = threadIdx.x; i < blocks; i += run_threads) sum += sums[i];
    sum = join_block<run_threads>(sum, Plus{});
    if (threadIdx.x == 0) *out = sum;
}

/// No second kernel: each block adds its sum by an atomic, in whatever order they come.
template <typename T> __global__ void __launch_bounds__(run_threads, run_blocks)
    run_each_atomic(const T* in, long long count, T* out) {
    const T sum = join_block<run_threads>(join_run(in, count, Plus{}), Plus{});
    if (threadIdx.x == 0) atomicAdd(out, sum);
}

/// No second kernel, and still an order that does not change: each block leaves its sum in its place and takes
/// a ticket; the block with the last ticket knows that all sums are there, and adds them.
template <typename T, typename Join> __global__ void __launch_bounds__(run_threads, run_blocks)
    run_each_last_block(const T* in, long long count, T* sums, unsigned* tickets, T* out, Join join) {
    __shared__ bool is_last;
    T joined = join_block<run_threads>(join_run(in, count, join), join);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = joined;
        __threadfence(); // whoever sees the ticket, sees the sum
        is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
        __threadfence(); // and this block reads the sums after it has seen all tickets
    }
    __syncthreads();
    if (!is_last) return;
    joined = T{};
    for (int i = threadIdx.x; i < gridDim.x; i += run_threads) joined = join(joined, __ldcg(&sums[i]));
    joined = join_block<run_threads>(joined, join);
    if (threadIdx.x == 0) *out = joined;
}
