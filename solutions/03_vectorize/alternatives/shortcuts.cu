// Lab 03: the best programs that lack a task. docs/results/shortcuts/03.txt has the values to time.
//
// TASK_1=0  no accesses of 16 bytes: a thread takes units of UNIT bytes, 8 or less. Gates: bytes per load and
//           requests per 512 bytes.
// TASK_2=0  no head: units of 16 bytes only if both images begin on a boundary of 16, and single bytes
//           otherwise, as for the image that is timed. Gates: bytes per load, requests, sectors, bytes moved.
// TASK_3=0  three conversions per byte: to float, rintf(), to integer. Gate: instructions per byte, which two
//           units per thread can pass. Without rintf(), or without the conversion to float, task 3 is done.
//
// UNIT         bytes per load and store: 1, 2, 4, 8 or 16
// UNITS        units per thread, a block's width apart; all of them are loaded before the first store
// BYTES        with TASK_2=0: single bytes per thread, in the same way
// BLOCK        threads per block
// BOUNDARY     bytes: units begin on such a boundary, at least 16
// CONVERSIONS  per byte: 3, 2, or 0, which adds 2^23 to a number instead of converting it
// EXTRACT      a byte of a word by 0: shift and mask, 1: a permutation. 2: as 1, and the compiler does not know
//              that the result is a byte, so it does not convert it in the special-function unit
// ONE_LOOP     1: each load comes after the previous unit's store
// HINT         1: evict first

#include <algorithm>
#include <type_traits>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TASK_1
#define TASK_1 1
#endif
#ifndef TASK_2
#define TASK_2 1
#endif
#ifndef TASK_3
#define TASK_3 1
#endif
#ifndef UNIT
#define UNIT (TASK_1 ? 16 : 4)
#endif
#ifndef UNITS
#define UNITS (16 / UNIT)
#endif
#ifndef BYTES
#define BYTES 16
#endif
#ifndef BLOCK
#define BLOCK 128
#endif
#ifndef BOUNDARY
#define BOUNDARY 256
#endif
#ifndef CONVERSIONS
#define CONVERSIONS (TASK_3 ? 2 : 3)
#endif
#ifndef EXTRACT
#define EXTRACT 0
#endif
#ifndef ONE_LOOP
#define ONE_LOOP 0
#endif
#ifndef HINT
#define HINT 0
#endif

static_assert(TASK_1 == (UNIT == 16), "task 1 is a unit of 16 bytes");
static_assert(TASK_3 == (CONVERSIONS < 3), "task 3 is fewer than three conversions");

/// Returns byte @p i of @p word.
__device__ std::uint32_t byte_of(std::uint32_t word, int i) {
    if (EXTRACT == 0) return word >> 8 * i & 255;
    std::uint32_t byte = __byte_perm(word, 0, 0x4440 + i);
    if (EXTRACT == 2) asm volatile("" : "+r"(byte));
    return byte;
}

/// Returns the first @p bytes bytes of @p word adjusted.
template <int bytes> __device__ std::uint32_t adjusted_bytes(std::uint32_t word, float gain, float offset) {
    constexpr float two_to_23 = 8388608.0f;
    std::uint32_t result = 0;
#pragma unroll
    for (int i = 0; i < bytes; ++i) {
        std::uint32_t byte = 0;
        if (CONVERSIONS == 3) {
            const float value = rintf(fmaf(gain, static_cast<float>(byte_of(word, i)), offset));
            byte = static_cast<std::uint32_t>(fminf(fmaxf(value, 0.0f), 255.0f));
        } else if (CONVERSIONS == 2) { // negative values become 0
            byte = min(__float2uint_rn(fmaf(gain, static_cast<float>(byte_of(word, i)), offset)), 255u);
        } else {
            const float shifted = __uint_as_float(__byte_perm(word, 0x4b000000, 0x7550 + i));
            const float value = fmaf(gain, shifted - two_to_23, offset);
            byte = __float_as_uint(fminf(fmaxf(value, 0.0f), 255.0f) + two_to_23);
            result = bytes == 1 ? byte : __byte_perm(result, byte, 0x3210 & ~(15 << 4 * i) | 4 << 4 * i);
            continue;
        }
        result |= byte << 8 * i;
    }
    return result;
}

/// A unit of @p size bytes.
template <int size> struct alignas(size) Unit {
    using Part = std::conditional_t<size == 1, std::uint8_t,
                                    std::conditional_t<size == 2, std::uint16_t, std::uint32_t>>;
    Part part[size / sizeof(Part)];
};

template <int size> __device__ Unit<size> adjusted_unit(Unit<size> unit, float gain, float offset) {
    using Part = typename Unit<size>::Part;
#pragma unroll
    for (Part& part : unit.part) part = static_cast<Part>(adjusted_bytes<sizeof(Part)>(part, gain, offset));
    return unit;
}

template <typename T> __device__ T load(const T* from) {
    if constexpr (HINT && sizeof(T) == 16) {
        const uint4 vector = __ldcs(reinterpret_cast<const uint4*>(from));
        return {{vector.x, vector.y, vector.z, vector.w}};
    } else {
        return *from;
    }
}

template <typename T> __device__ void store(T* to, const T& unit) {
    if constexpr (HINT && sizeof(T) == 16) {
        __stcs(reinterpret_cast<uint4*>(to),
               make_uint4(unit.part[0], unit.part[1], unit.part[2], unit.part[3]));
    } else {
        *to = unit;
    }
}

/// Adjusts `head` single bytes, then `units` units of @p size bytes, then the rest. A block takes @p each units per
/// thread, or, after the last unit, single bytes.
template <int size, int each> __global__ void __launch_bounds__(BLOCK)
    adjust_image(AdjustArgs args, std::int64_t head, std::int64_t units) {
    const auto* from = reinterpret_cast<const Unit<size>*>(args.in + head);
    auto* to = reinterpret_cast<Unit<size>*>(args.out + head);
    const std::int64_t block_first = std::int64_t{blockIdx.x} * (BLOCK * each);
    const std::int64_t first = block_first + threadIdx.x;
    if (block_first + BLOCK * each <= units) {
#if ONE_LOOP
#pragma unroll
        for (int i = 0; i < each; ++i)
            store(to + first + i * BLOCK,
                  adjusted_unit(load(from + first + i * BLOCK), args.gain, args.offset));
#else
        Unit<size> unit[each];
#pragma unroll
        for (int i = 0; i < each; ++i) unit[i] = load(from + first + i * BLOCK);
#pragma unroll
        for (int i = 0; i < each; ++i)
            store(to + first + i * BLOCK, adjusted_unit(unit[i], args.gain, args.offset));
#endif
        return;
    }
    for (int i = 0; i < each; ++i) {
        const std::int64_t at = first + i * BLOCK;
        if (at < units) {
            store(to + at, adjusted_unit(load(from + at), args.gain, args.offset));
        } else {
            const std::int64_t single = at - units;
            const std::int64_t byte = single < head ? single : single + size * units;
            if (byte < args.count) args.out[byte] = adjusted(args.in[byte], args.gain, args.offset);
        }
    }
}

template <int size, int each> void launch(const AdjustArgs& args, std::int64_t head) {
    const std::int64_t units = (args.count - head) / size;
    const std::int64_t singles = args.count - size * units;
    adjust_image<size, each><<<groups_of(BLOCK * each, units + singles), BLOCK>>>(args, head, units);
    CUDA_CHECK_LAUNCH();
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const auto to = reinterpret_cast<std::uintptr_t>(args.out);
    const std::int64_t to_boundary = (BOUNDARY - to % BOUNDARY) % BOUNDARY;
    if (from % 16 != to % 16 || (!TASK_2 && to % 16 != 0)) {
        launch<1, BYTES>(args, 0);
    } else {
        launch<UNIT, UNITS>(args, std::min(TASK_2 ? to_boundary : 0, args.count));
    }
}
