#pragma once

/// @file
/// The pieces of a scan by any operator that is associative, as the lab has them for sums. segmented.cu and
/// affine.cu bring the operators:
///
///     struct Operator {
///         struct Value;                                // what is joined: one or two words of 32 bits
///         static constexpr int words;                  // of a value
///         static Value identity();                     // joined with x, on either side, it gives x
///         static Value join(Value earlier, Value later);
///         static Value each_word(Value x, F f);        // x with f(word) in place of each word, first to last
///
///         static constexpr int second_bytes;           // of an element in a second input array: 0, 1 or 4
///         static Value element(const unsigned* vector, int i); // element i of a vector of four
///         static unsigned result(Value prefix);        // what is written for an element
///     };
///
/// Nowhere do two values change places: join() need not be commutative.

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

/// What a scan reads and writes. All arrays lie on 16 bytes and end with a whole vector of four elements; what
/// stands there behind the last element is read, and changes nothing before it.
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

/// The value of the lane that stands @p distance before this one.
template <typename Operator>
__device__ typename Operator::Value value_before(typename Operator::Value x, int distance) {
    return Operator::each_word(x, [=](unsigned word) { return __shfl_up_sync(~0u, word, distance); });
}

/// The value of lane @p lane.
template <typename Operator>
__device__ typename Operator::Value value_of_lane(typename Operator::Value x, int lane) {
    return Operator::each_word(x, [=](unsigned word) { return __shfl_sync(~0u, word, lane); });
}

/// The inclusive scan of a warp's values.
template <typename Operator> __device__ typename Operator::Value scan_warp(typename Operator::Value x) {
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const auto before = value_before<Operator>(x, distance);
        if (threadIdx.x % 32 >= distance) x = Operator::join(before, x);
    }
    return x;
}

/// What the warps before this one hold together, and what all of the block hold.
template <typename Operator> struct OfBlock {
    typename Operator::Value before;
    typename Operator::Value all;
};

/// Each warp brings one value, the same in all of its lanes. @p warps is shared memory, a value for each warp;
/// before it is used again, the block has to pass another barrier.
template <int threads, typename Operator>
__device__ OfBlock<Operator> scan_warps(typename Operator::Value of_warp, typename Operator::Value* warps) {
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    if (lane == 0) warps[warp] = of_warp;
    __syncthreads();
    // Each warp scans for itself, which takes less time than one that scans and a second barrier.
    const auto scanned = scan_warp<Operator>(lane < threads / 32 ? warps[lane] : Operator::identity());
    const auto before = value_of_lane<Operator>(scanned, max(warp - 1, 0));
    return {warp == 0 ? Operator::identity() : before, value_of_lane<Operator>(scanned, threads / 32 - 1)};
}

/// The block joins the values @p first to @p end - 1 that value_at() gives. Each warp takes a stretch of them,
/// 32 side by side at a time: threads with runs of their own would ask for three times as many sectors, and where
/// many blocks wait, it is that which fills the L2 cache.
template <int threads, typename Operator, typename ValueAt> __device__ typename Operator::Value
join_range(long long first, long long end, ValueAt value_at, typename Operator::Value* warps) {
    const long long of_each_warp = (end - first + threads - 1) / threads * 32;
    const long long begin = first + threadIdx.x / 32 * of_each_warp;
    typename Operator::Value all = Operator::identity();
    for (long long i = begin; i < min(begin + of_each_warp, end); i += 32) {
        const long long mine = i + threadIdx.x % 32;
        const auto x = mine < end ? value_at(mine) : Operator::identity();
        all = Operator::join(all, value_of_lane<Operator>(scan_warp<Operator>(x), 31));
    }
    return scan_warps<threads, Operator>(all, warps).all;
}

/// Four elements: their words of the first input array, and behind them what the second one has for them.
template <typename Operator> struct Vector {
    static constexpr int second_bytes = 4 * Operator::second_bytes; // of a vector; 0, 4 or 16
    static constexpr int bytes = 16 + second_bytes;
    unsigned word[bytes / 4];

    /// Where the part from the second array stands in a stage of @p vectors vectors in shared memory.
    static __host__ __device__ char* second_part(char* stage, int vectors) { return stage + 16 * vectors; }

    /// Begins to copy vector number @p from to place @p to of a stage; behind the last one there are zeros.
    static __device__ void copy_async(char* stage, int vectors, int to, const Arrays& arrays,
                                      long long from) {
        const bool there = 4 * from < arrays.count;
        if (!there) from = 0;
        __pipeline_memcpy_async(stage + 16 * to, static_cast<const char*>(arrays.in[0]) + 16 * from, 16,
                                there ? 0 : 16);
        if constexpr (second_bytes > 0) {
            __pipeline_memcpy_async(second_part(stage, vectors) + second_bytes * to,
                                    static_cast<const char*>(arrays.in[1]) + second_bytes * from,
                                    second_bytes, there ? 0 : second_bytes);
        }
    }

    /// Takes vector number @p i of two arrays, in global or in shared memory.
    __device__ void take(const void* first, const void* second, long long i) {
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

/// A lane's run: @p run vectors side by side in a stage. Its length is odd, so that the runs of a warp's lanes lie
/// in different banks.
template <typename Operator, int run> struct Run {
    static_assert(run % 2 == 1);
    using Value = typename Operator::Value;
    char* stage;
    int vectors; ///< of the stage
    int first;   ///< vector of the run

    __device__ Vector<Operator> vector(int i) const {
        Vector<Operator> four;
        four.take(stage, Vector<Operator>::second_part(stage, vectors), first + i);
        return four;
    }

    /// All elements of the run.
    __device__ Value join() const {
        Value x = Operator::identity();
#pragma unroll
        for (int v = 0; v < run; ++v) {
            const Vector<Operator> four = vector(v);
#pragma unroll
            for (int i = 0; i < 4; ++i) x = Operator::join(x, Operator::element(four.word, i));
        }
        return x;
    }

    /// Puts the results in place of the elements of the first array. @p x is all that stands before the run.
    __device__ void scan(Value x) const {
#pragma unroll
        for (int v = 0; v < run; ++v) {
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

/// A tile of a block in shared memory. A warp copies its part in and out in rows of 32 vectors, so that lanes side
/// by side take addresses side by side; in between each lane goes through a run of its own.
template <typename Operator, int threads, int run> struct Tile {
    using Value = typename Operator::Value;
    static constexpr int vectors = threads * run;
    static constexpr int bytes = vectors * Vector<Operator>::bytes;
    static constexpr int elements = 4 * vectors;
    char* stage;

    /// Begins to copy tile number @p tile.
    __device__ void fetch(const Arrays& arrays, long long tile) const {
#pragma unroll
        for (int row = 0; row < run; ++row) {
            const int v = row_vector(row);
            Vector<Operator>::copy_async(stage, vectors, v, arrays, tile * vectors + v);
        }
        __pipeline_commit();
    }

    /// Waits for the tile and joins it: what stands before this lane's run in the warp's part, and all of that.
    __device__ void join_parts(Value& before, Value& of_warp) const {
        __pipeline_wait_prior(0);
        __syncwarp(); // the other lanes have waited for what they have copied
        const Value scanned = scan_warp<Operator>(my_run().join());
        of_warp = value_of_lane<Operator>(scanned, 31);
        before = value_before<Operator>(scanned, 1);
        if (threadIdx.x % 32 == 0) before = Operator::identity();
    }

    /// Writes the results. @p prefix is all that stands before this lane's run.
    __device__ void write(const Arrays& arrays, long long tile, Value prefix) const {
        my_run().scan(prefix);
        __syncwarp();
#pragma unroll
        for (int row = 0; row < run; ++row) {
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
        return static_cast<int>(threadIdx.x / 32 * (run * 32) + row * 32 + threadIdx.x % 32);
    }
    __device__ Run<Operator, run> my_run() const {
        return {stage, vectors, static_cast<int>(threadIdx.x * run)};
    }
};
