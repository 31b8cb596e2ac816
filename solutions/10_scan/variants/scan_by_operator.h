#pragma once

/// @file
/// The primitives of a scan with any associative operator, as the lab has them for sums. Sum below, segmented.cu and
/// affine.cu define the operators:
///
///     struct Operator {
///         struct Value;                                // an operand: one or two words of 32 bits
///         static constexpr int words;                  // per value
///         static Value identity();                     // the neutral element of join()
///         static Value join(Value earlier, Value later);
///         static Value each_word(Value x, F f);        // x with each word replaced by f(word), first to last
///
///         static constexpr int second_bytes;           // per element of a second input array: 0, 1 or 4
///         static Value element(const unsigned* vector, int i); // element i of a vector of four
///         static unsigned result(Value prefix);        // the output for an element
///     };
///
/// The order of operands is kept everywhere: join() need not be commutative.

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

/// The arrays of a scan. All of them are 16-byte aligned and end with a whole vector of four elements. The values
/// after the last element are read, and do not affect the results before them.
struct Arrays {
    const void* in[2]; ///< unsigned ints, and a second array for operators that have one
    unsigned* out;
    long long count;
};

/// The lab's operator.
struct Sum {
    struct Value {
        unsigned sum;
    };
    static constexpr int words = 1;
    static constexpr int second_bytes = 0;
    static __device__ Value identity() { return {0}; }
    static __device__ Value join(Value earlier, Value later) { return {earlier.sum + later.sum}; }
    template <typename F> static __device__ Value each_word(Value x, F f) { return {f(x.sum)}; }
    static __device__ Value element(const unsigned* vector, int i) { return {vector[i]}; }
    static __device__ unsigned result(Value prefix) { return prefix.sum; }
};

/// The value of the lane that is @p distance below this one.
template <typename Operator>
__device__ typename Operator::Value shuffle_up(typename Operator::Value x, int distance) {
    return Operator::each_word(x, [=](unsigned word) { return __shfl_up_sync(~0u, word, distance); });
}

/// The value of lane @p lane.
template <typename Operator>
__device__ typename Operator::Value broadcast(typename Operator::Value x, int lane) {
    return Operator::each_word(x, [=](unsigned word) { return __shfl_sync(~0u, word, lane); });
}

/// Inclusive scan over the lanes of a warp.
template <typename Operator> __device__ typename Operator::Value scan_warp(typename Operator::Value x) {
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const auto earlier = shuffle_up<Operator>(x, distance);
        if (threadIdx.x % 32 >= distance) x = Operator::join(earlier, x);
    }
    return x;
}

/// A warp's exclusive prefix in its block, and the total of the block.
template <typename Operator> struct BlockScan {
    typename Operator::Value exclusive;
    typename Operator::Value total;
};

/// Each warp passes one value, the same in all of its lanes. @p warps is shared memory, one value per warp; the
/// block must pass another barrier before it is used again.
template <int threads, typename Operator> __device__ BlockScan<Operator>
scan_warps(typename Operator::Value warp_value, typename Operator::Value* warps) {
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    if (lane == 0) warps[warp] = warp_value;
    __syncthreads();
    // Each warp does the same scan: that takes less time than a scan by one warp and a second barrier.
    const auto scanned = scan_warp<Operator>(lane < threads / 32 ? warps[lane] : Operator::identity());
    const auto exclusive = broadcast<Operator>(scanned, max(warp - 1, 0));
    return {warp == 0 ? Operator::identity() : exclusive, broadcast<Operator>(scanned, threads / 32 - 1)};
}

/// The block joins the values @p first to @p end - 1, which value_at() returns. Each warp takes a chunk of them, 32
/// consecutive ones at a time. Consecutive values per thread would request three times as many sectors; when many
/// blocks wait, these requests saturate the L2 cache.
template <int threads, typename Operator, typename ValueAt> __device__ typename Operator::Value
join_range(long long first, long long end, ValueAt value_at, typename Operator::Value* warps) {
    const long long values_per_warp = (end - first + threads - 1) / threads * 32;
    const long long begin = first + threadIdx.x / 32 * values_per_warp;
    typename Operator::Value total = Operator::identity();
    for (long long i = begin; i < min(begin + values_per_warp, end); i += 32) {
        const long long mine = i + threadIdx.x % 32;
        const auto x = mine < end ? value_at(mine) : Operator::identity();
        total = Operator::join(total, broadcast<Operator>(scan_warp<Operator>(x), 31));
    }
    return scan_warps<threads, Operator>(total, warps).total;
}

/// Four elements: their words of the first input array, followed by those of the second one.
template <typename Operator> struct Vector {
    static constexpr int second_bytes = 4 * Operator::second_bytes; // per vector; 0, 4 or 16
    static constexpr int bytes = 16 + second_bytes;
    unsigned word[bytes / 4];

    /// Address of the second array's data in a stage of @p vectors vectors in shared memory.
    static __host__ __device__ char* second_array(char* stage, int vectors) { return stage + 16 * vectors; }

    /// Starts to copy vector @p from to index @p to of a stage; zeros past the last vector.
    static __device__ void copy_async(char* stage, int vectors, int to, const Arrays& arrays,
                                      long long from) {
        const bool in_range = 4 * from < arrays.count;
        if (!in_range) from = 0;
        __pipeline_memcpy_async(stage + 16 * to, static_cast<const char*>(arrays.in[0]) + 16 * from, 16,
                                in_range ? 0 : 16);
        if constexpr (second_bytes > 0) {
            __pipeline_memcpy_async(second_array(stage, vectors) + second_bytes * to,
                                    static_cast<const char*>(arrays.in[1]) + second_bytes * from,
                                    second_bytes, in_range ? 0 : second_bytes);
        }
    }

    /// Loads vector @p i of two arrays, in global or in shared memory.
    __device__ void load(const void* first, const void* second, long long i) {
        const uint4 four = static_cast<const uint4*>(first)[i];
        word[0] = four.x;
        word[1] = four.y;
        word[2] = four.z;
        word[3] = four.w;
        if constexpr (second_bytes == 4) word[4] = static_cast<const unsigned*>(second)[i];
        if constexpr (second_bytes == 16) {
            const uint4 other = static_cast<const uint4*>(second)[i];
            word[4] = other.x;
            word[5] = other.y;
            word[6] = other.z;
            word[7] = other.w;
        }
    }
};

/// The thread's items: @p vectors_per_thread consecutive vectors in a stage, a blocked arrangement. Their number is odd,
/// so that there are no bank conflicts between the lanes of a warp.
template <typename Operator, int vectors_per_thread> struct ThreadItems {
    static_assert(vectors_per_thread % 2 == 1);
    using Value = typename Operator::Value;
    char* stage;
    int vectors; ///< size of the stage
    int first;   ///< index of the thread's first vector

    __device__ Vector<Operator> vector(int i) const {
        Vector<Operator> four;
        four.load(stage, Vector<Operator>::second_array(stage, vectors), first + i);
        return four;
    }

    /// Joins all items of the thread.
    __device__ Value join() const {
        Value x = Operator::identity();
#pragma unroll
        for (int v = 0; v < vectors_per_thread; ++v) {
            const Vector<Operator> four = vector(v);
#pragma unroll
            for (int i = 0; i < 4; ++i) x = Operator::join(x, Operator::element(four.word, i));
        }
        return x;
    }

    /// Replaces the elements of the first array by the results. @p x is the exclusive prefix of the thread's items.
    __device__ void scan(Value x) const {
#pragma unroll
        for (int v = 0; v < vectors_per_thread; ++v) {
            const Vector<Operator> four = vector(v);
            unsigned result[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                x = Operator::join(x, Operator::element(four.word, i));
                result[i] = Operator::result(x);
            }
            reinterpret_cast<uint4*>(stage)[first + v] =
                make_uint4(result[0], result[1], result[2], result[3]);
        }
    }
};

/// A tile of a block in shared memory. A warp copies its warp tile in and out in rows of 32 vectors, so that global
/// accesses are coalesced; in between, each lane processes its own consecutive items.
template <typename Operator, int threads, int vectors_per_thread> struct Tile {
    using Value = typename Operator::Value;
    static constexpr int vectors = threads * vectors_per_thread;
    static constexpr int bytes = vectors * Vector<Operator>::bytes;
    static constexpr int elements = 4 * vectors;
    char* stage;

    /// Starts to copy tile @p tile.
    __device__ void fetch(const Arrays& arrays, long long tile) const {
#pragma unroll
        for (int row = 0; row < vectors_per_thread; ++row) {
            const int v = row_vector(row);
            Vector<Operator>::copy_async(stage, vectors, v, arrays, tile * vectors + v);
        }
        __pipeline_commit();
    }

    /// Waits for the warp tile and joins it: the exclusive prefix of the lane's items in it, and the value of all of it.
    __device__ void join_warp_tile(Value& exclusive, Value& warp_value) const {
        __pipeline_wait_prior(0);
        __syncwarp(); // the copies of the other lanes have arrived, too
        const Value scanned = scan_warp<Operator>(thread_items().join());
        warp_value = broadcast<Operator>(scanned, 31);
        exclusive = shuffle_up<Operator>(scanned, 1);
        if (threadIdx.x % 32 == 0) exclusive = Operator::identity();
    }

    /// Writes the results. @p prefix is the exclusive prefix of the lane's items.
    __device__ void write(const Arrays& arrays, long long tile, Value prefix) const {
        thread_items().scan(prefix);
        __syncwarp();
#pragma unroll
        for (int row = 0; row < vectors_per_thread; ++row) {
            const long long at = tile * elements + 4 * row_vector(row);
            const uint4 result = reinterpret_cast<const uint4*>(stage)[row_vector(row)];
            if (at + 4 <= arrays.count) {
                *reinterpret_cast<uint4*>(arrays.out + at) = result;
            } else {
                if (at < arrays.count) arrays.out[at] = result.x;
                if (at + 1 < arrays.count) arrays.out[at + 1] = result.y;
                if (at + 2 < arrays.count) arrays.out[at + 2] = result.z;
            }
        }
    }

private:
    __device__ int row_vector(int row) const {
        return static_cast<int>(threadIdx.x / 32 * (vectors_per_thread * 32) + row * 32 + threadIdx.x % 32);
    }
    __device__ ThreadItems<Operator, vectors_per_thread> thread_items() const {
        return {stage, vectors, static_cast<int>(threadIdx.x * vectors_per_thread)};
    }
};
