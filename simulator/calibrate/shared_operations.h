#pragma once

/// @file
/// Loads from shared memory, stores, atomics and barriers.

#include "sm_timing.h"

namespace calibrate {

/// Address of a lane's word: Input::lane_words apart; several lanes may share an address, as Input says.
/// Without conflicts each warp has its own 128 bytes.
__device__ inline unsigned lane_address(const Input& input) {
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    const unsigned own = input.lane_words == 1 ? 128 * warp : 0;
    return shared_begin() + own + 4 * input.lane_words * (lane >> input.lanes_shift);
}

/// LDS of 4 bytes, from 8 addresses in turn. Volatile loads are neither merged nor removed.
class SharedLoads {
public:
    static constexpr int instructions = 8;

    __device__ explicit SharedLoads(const Input& input) : address_(lane_address(input)) {}
    __device__ void step() {
        unsigned loaded[8];
#pragma unroll
        for (int place = 0; place < 8; ++place) {
            asm volatile("ld.volatile.shared.u32 %0, [%1];"
                         : "=r"(loaded[place])
                         : "r"(address_ + 512 * place % 4096));
        }
#pragma unroll
        for (const unsigned word : loaded) sum_ ^= word;
    }
    __device__ unsigned result() const { return sum_; }

private:
    unsigned address_;
    unsigned sum_ = 0;
};

/// LDS.128.
class WideSharedLoads {
public:
    static constexpr int instructions = 4;

    __device__ explicit WideSharedLoads(const Input& input) : address_(lane_address(input)) {}
    __device__ void step() {
        uint4 loaded[4];
#pragma unroll
        for (int place = 0; place < 4; ++place) {
            asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(loaded[place].x), "=r"(loaded[place].y), "=r"(loaded[place].z),
                           "=r"(loaded[place].w)
                         : "r"(address_ + 512 * place));
        }
#pragma unroll
        for (const uint4& words : loaded) sum_ ^= words.x ^ words.y ^ words.z ^ words.w;
    }
    __device__ unsigned result() const { return sum_; }

private:
    unsigned address_;
    unsigned sum_ = 0;
};

/// STS of 4 bytes.
class SharedStores {
public:
    static constexpr int instructions = 8;

    __device__ explicit SharedStores(const Input& input)
        : address_(lane_address(input)), value_(input.numbers[0]) {}
    __device__ void step() {
#pragma unroll
        for (int place = 0; place < 8; ++place)
            asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(address_ + 512 * place % 4096), "r"(value_)
                         : "memory");
    }
    __device__ unsigned result() const { return value_; }

private:
    unsigned address_;
    unsigned value_;
};

/// BAR.SYNC of the block.
class Barriers {
public:
    static constexpr int instructions = 1;

    __device__ explicit Barriers(const Input&) {}
    __device__ void step() { asm volatile("barrier.sync.aligned 0;" ::: "memory"); }
    __device__ unsigned result() const { return 0; }
};

} // namespace calibrate
