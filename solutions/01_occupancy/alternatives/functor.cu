// Lab 01 with a functor: a template kernel changes an array in place by any operation on a pair of neighbours, and
// a concept says what it asks of the operation. One would choose it where several formulas need the same loads and
// stores: bytes in flight are then seen to in one place.

#include <concepts>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block_threads = 256;
constexpr int pairs_each = 4; // that a thread has in flight

/// Makes two results of two neighbours, which stand in an even column and in the odd one beside it.
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

/// Each thread takes @p each pairs, a block's width apart.
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
    if (count == 0) return; // to CUDA a grid without blocks is an error
    const auto blocks = static_cast<unsigned>((count - 1) / (block_threads * pairs_each) + 1);
    auto* pairs =
        reinterpret_cast<float2*>(args.data); // the matrix and each of its rows begin with a whole pair
    change_in_place<pairs_each><<<blocks, block_threads>>>(pairs, count, Transformed{});
    CUDA_CHECK_LAUNCH();
}
