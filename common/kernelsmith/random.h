#pragma once

/// @file
/// Counter-based random numbers: the same value on host and device from (seed, index) alone, without a state.

#include <cstdint>

/// Marks a function for both host and device; empty if the compiler is not nvcc.
#if defined(__CUDACC__)
#define KERNELSMITH_HOST_DEVICE __host__ __device__
#else
#define KERNELSMITH_HOST_DEVICE
#endif

namespace kernelsmith {

/// Permutes the 64-bit numbers so that every bit of the result depends on every bit of @p x.
KERNELSMITH_HOST_DEVICE constexpr std::uint64_t mix_bits(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// Returns 64 random bits for element @p index of the sequence with the seed @p seed.
///
/// The generator is counter-based: no state is carried from one element to the next, so any thread can
/// compute any element, in any order, and the host can check one of them without generating the others. It is
/// SplitMix64 at position @p index, with mix_bits() of the seed as its initial state. With the seed itself as
/// the initial state, two seeds one stride apart would give the same numbers, shifted by one position.
KERNELSMITH_HOST_DEVICE constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
    constexpr std::uint64_t stride = 0x9e3779b97f4a7c15ULL; // 2^64 / golden ratio; odd, so nothing repeats
    return mix_bits(mix_bits(seed + stride) + index * stride);
}

/// Returns a float in [0, 1) with 24 random bits: every value is exact, and 1 is never reached.
KERNELSMITH_HOST_DEVICE constexpr float random_unit(std::uint64_t seed, std::uint64_t index) {
    return static_cast<float>(random_bits(seed, index) >> 40) * 0x1p-24f;
}

/// Returns a float in [low, high]: one rounded product and one rounded sum, on host and device alike. The
/// device needs intrinsics for that, because nvcc would fuse the two; the project's host code is compiled
/// with -ffp-contract=off.
KERNELSMITH_HOST_DEVICE inline float random_uniform(std::uint64_t seed, std::uint64_t index, float low,
                                                    float high) {
#if defined(__CUDA_ARCH__)
    return __fadd_rn(__fmul_rn(random_unit(seed, index), high - low), low);
#else
    return random_unit(seed, index) * (high - low) + low;
#endif
}

} // namespace kernelsmith
