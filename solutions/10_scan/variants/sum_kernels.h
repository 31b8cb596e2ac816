#pragma once

/// @file
/// The kernels of sum.cu: each is one way to add all elements of an array, from an atomic per element to many items
/// per thread. The trees add up the elements of one block and write a sum per block; the host calls them again on
/// these sums until one is left.

#include <cuda_runtime.h>

constexpr int tree_threads = 256;     // per block of a tree
constexpr int reduce_threads = 256;   // per block of the kernels with many items per thread
constexpr int vectors_per_thread = 8; // 16 bytes each, loaded before the first is added
constexpr int blocks_per_sm = 4;      // 128 KB in flight per SM

/// Sixteen bytes of an array.
template <typename T> struct alignas(16) Vector { T element[4]; };

struct Plus {
    template <typename T> __device__ T operator()(T a, T b) const { return a + b; }
};

/// Reads as much as a sum. The compiler cannot omit an xor of all bits, just as it cannot omit an addition.
struct Xor {
    __device__ unsigned operator()(unsigned a, unsigned b) const { return a ^ b; }
};

/// Every element is added at the same address, and the L2 cache performs the additions one after the other.
template <typename T> __global__ void atomic_each(const T* in, long long count, T* sum) {
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(sum, in[i]);
}

/// A tree in which each thread stays with its element: at each step half of the active lanes of each warp stop, but
/// all warps continue.
template <typename T> __global__ void tree_divergent(const T* in, long long count, T* sums) {
    __shared__ T partial[tree_threads];
    const long long i = static_cast<long long>(blockIdx.x) * tree_threads + threadIdx.x;
    partial[threadIdx.x] = i < count ? in[i] : T{};
    for (int step = 1; step < tree_threads; step *= 2) {
        __syncthreads();
        if (threadIdx.x % (2 * step) == 0) partial[threadIdx.x] += partial[threadIdx.x + step];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

/// The same tree with consecutive threads: whole warps stop. But lanes now access every second element, every fourth
/// and so on, up to 32 of them in one bank.
template <typename T> __global__ void tree_conflicts(const T* in, long long count, T* sums) {
    __shared__ T partial[tree_threads];
    const long long i = static_cast<long long>(blockIdx.x) * tree_threads + threadIdx.x;
    partial[threadIdx.x] = i < count ? in[i] : T{};
    for (int step = 1; step < tree_threads; step *= 2) {
        __syncthreads();
        const int at = 2 * step * static_cast<int>(threadIdx.x);
        if (at < tree_threads) partial[at] += partial[at + step];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

/// The last steps of a tree that adds the upper half of the elements to the lower half: consecutive lanes access
/// consecutive elements.
template <typename T> __device__ void add_halves(T* partial, T* sums) {
    for (int half = tree_threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

template <typename T> __global__ void tree_halves(const T* in, long long count, T* sums) {
    __shared__ T partial[tree_threads];
    const long long i = static_cast<long long>(blockIdx.x) * tree_threads + threadIdx.x;
    partial[threadIdx.x] = i < count ? in[i] : T{};
    add_halves(partial, sums);
}

/// The sum of the thread's two elements, in a block with twice as many elements as threads.
template <typename T> __device__ T add_at_load(const T* in, long long count) {
    const long long i = static_cast<long long>(blockIdx.x) * (2 * tree_threads) + threadIdx.x;
    const T first = i < count ? in[i] : T{};
    return first + (i + tree_threads < count ? in[i + tree_threads] : T{});
}

/// Half of the threads had one addition to do, or none. Here each thread begins with one when it loads.
template <typename T> __global__ void tree_two_each(const T* in, long long count, T* sums) {
    __shared__ T partial[tree_threads];
    partial[threadIdx.x] = add_at_load(in, count);
    add_halves(partial, sums);
}

/// Returns to thread 0 the values of the block's threads, combined by @p join. All threads of the block must call it.
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

/// Registers instead of shared memory, and one barrier instead of eight.
template <typename T> __global__ void shuffled(const T* in, long long count, T* sums) {
    const T sum = join_block<tree_threads>(add_at_load(in, count), Plus{});
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

/// A grid-stride loop over `vectors_per_thread` vectors per thread and round. All loads of a round are in flight before
/// the first of them is added.
template <typename T, typename Join> __device__ T join_items(const T* in, long long count, Join join) {
    const auto* vectors = reinterpret_cast<const Vector<T>*>(in);
    const long long vector_count = count / 4;
    const long long stride = static_cast<long long>(gridDim.x) * (reduce_threads * vectors_per_thread);
    long long v = static_cast<long long>(blockIdx.x) * (reduce_threads * vectors_per_thread) + threadIdx.x;
    T joined{};
    const auto load = [&](const Vector<T>& vector) {
#pragma unroll
        for (int i = 0; i < 4; ++i) joined = join(joined, vector.element[i]);
    };
    for (; v + (vectors_per_thread - 1) * reduce_threads < vector_count; v += stride) {
        Vector<T> loaded[vectors_per_thread];
#pragma unroll
        for (int i = 0; i < vectors_per_thread; ++i) loaded[i] = vectors[v + i * reduce_threads];
#pragma unroll
        for (int i = 0; i < vectors_per_thread; ++i) load(loaded[i]);
    }
    for (; v < vector_count; v += reduce_threads) { // the last, partial round
        const Vector<T> loaded = vectors[v];
        load(loaded);
    }
    if (blockIdx.x == 0 && threadIdx.x < count % 4)
        joined = join(joined, in[count - count % 4 + threadIdx.x]);
    return joined;
}

/// Cascading: a thread alone adds hundreds of elements, and then warp and block add once. Writes a sum per block; there
/// are as many blocks as fit on the GPU.
template <typename T> __global__ void __launch_bounds__(reduce_threads, blocks_per_sm)
    reduce_each(const T* in, long long count, T* sums) {
    const T sum = join_block<reduce_threads>(join_items(in, count, Plus{}), Plus{});
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

/// The second kernel: one block adds the sums of the blocks.
template <typename T> __global__ void add_sums(const T* sums, int blocks, T* out) {
    T sum{};
    for (int i = threadIdx.x; i < blocks; i += reduce_threads) sum += sums[i];
    sum = join_block<reduce_threads>(sum, Plus{});
    if (threadIdx.x == 0) *out = sum;
}

/// No second kernel: each block adds its sum by an atomic, in no fixed order.
template <typename T> __global__ void __launch_bounds__(reduce_threads, blocks_per_sm)
    reduce_each_atomic(const T* in, long long count, T* out) {
    const T sum = join_block<reduce_threads>(join_items(in, count, Plus{}), Plus{});
    if (threadIdx.x == 0) atomicAdd(out, sum);
}

/// No second kernel, and still a fixed order: each block stores its sum at its own index and takes a ticket. The block
/// with the last ticket knows that all sums have been stored, and adds them.
template <typename T, typename Join> __global__ void __launch_bounds__(reduce_threads, blocks_per_sm)
    reduce_each_last_block(const T* in, long long count, T* sums, unsigned* tickets, T* out, Join join) {
    __shared__ bool is_last;
    T joined = join_block<reduce_threads>(join_items(in, count, join), join);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = joined;
        __threadfence(); // a thread that sees the ticket sees the sum
        is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
        __threadfence(); // this block reads the sums after it has seen all tickets
    }
    __syncthreads();
    if (!is_last) return;
    joined = T{};
    for (int i = threadIdx.x; i < gridDim.x; i += reduce_threads) joined = join(joined, __ldcg(&sums[i]));
    joined = join_block<reduce_threads>(joined, join);
    if (threadIdx.x == 0) *out = joined;
}
