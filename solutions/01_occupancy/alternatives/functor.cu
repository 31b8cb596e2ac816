// Lab 01 with a functor: a template kernel applies any operation on pairs of neighbours to an array in place, and
// a concept states the requirements on the operation. Choose this if several formulas need the same loads and
// stores: one kernel then keeps the bytes in flight for all of them.

#include <concepts>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block_threads = 256;
constexpr int pairs_each = 4; // pairs in flight per thread

/// An operation that maps two neighbours, in an even column and in the odd column after it, to two results.
template <typename T>
concept PairOperation = requires(const T operation, float2 pair) {
    { operation(pair) } -> std::same_as<float2>;
};

/// The formula of this lab.
struct Transformed {
    __device__ float2 operator()(float2 pair) const {
        return make_float2(transformed(pair.x, 0), transformed(pair.y, 1));
    }
};

/// Applies @p operation in place; each thread takes @p each pairs, `block_threads` pairs apart.
template <int each, PairOperation Operation>
__global__ void change_in_place(float2* pairs, std::size_t count, Operation operation) {
    const std::size_t first = std::size_t{blockIdx.x} * (block_threads * each) + threadIdx.x;
    if (first + (each - 1) * block_threads < count) {
        float2 pair[each];
#pragma unroll
        for (int i = 0; i < each; ++i) pair[i] = pairs[first + i * block_threads];
#pragma unroll
        for (int i = 0; i < each; ++i) pairs[first + i * block_threads] = operation(pair[i]);
    } else {
        for (std::size_t i = first; i < count; i += block_threads) pairs[i] = operation(pairs[i]);
    }
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t count = static_cast<std::size_t>(args.width / 2) * args.height;
    if (count == 0) return; // CUDA refuses a grid without blocks
    const auto blocks = static_cast<unsigned>((count - 1) / (block_threads * pairs_each) + 1);
    auto* pairs =
        reinterpret_cast<float2*>(args.data); // no pair crosses the end of a row, because the width is even
    change_in_place<pairs_each><<<blocks, block_threads>>>(pairs, count, Transformed{});
    CUDA_CHECK_LAUNCH();
}
