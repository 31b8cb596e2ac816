// Lab 03, a variant: the same vectors, and six ways from a byte to a float and back. All six move the same
// bytes and differ only in the arithmetic. All six are exact.
//
//   conversions [bytes]     size of the image
//
// Full size: 1073741824

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"

namespace {

using kernelsmith::DeviceBuffer;

constexpr int block_threads = 256;
constexpr float gain = 1.3f;
constexpr float offset = 10.25f;
constexpr float two_to_23 = 8388608.0f;

enum class Way { three, round_once, saturating, permute_in, permute_both, scaled };

__device__ float from_bits(std::uint32_t word, int i) {
    return __uint_as_float(__byte_perm(word, 0x4b000000, 0x7550 + i)) - two_to_23;
}

__device__ std::uint32_t packed(const std::uint32_t (&bits)[4]) {
    const std::uint32_t low = __byte_perm(bits[0], bits[1], 0x0040);
    const std::uint32_t high = __byte_perm(bits[2], bits[3], 0x0040);
    return __byte_perm(low, high, 0x5410);
}

/// Returns one result, in the lowest byte of the word.
template <Way way> __device__ std::uint32_t one(std::uint32_t word, int i, float a, float b) {
    const auto plain = [&] { return static_cast<float>(word >> 8 * i & 255); };
    if constexpr (way == Way::three) {
        return static_cast<std::uint8_t>(fminf(fmaxf(rintf(fmaf(a, plain(), b)), 0.0f), 255.0f));
    } else if constexpr (way == Way::round_once) {
        return __float2uint_rn(fminf(fmaxf(fmaf(a, plain(), b), 0.0f), 255.0f));
    } else if constexpr (way == Way::saturating) {
        // A conversion to 8 bits that rounds and clamps its result to 0 to 255; CUDA C++ has no function for it.
        std::uint32_t byte;
        asm("cvt.rni.sat.u8.f32 %0, %1;" : "=r"(byte) : "f"(fmaf(a, plain(), b)));
        return byte;
    } else if constexpr (way == Way::permute_in) {
        return __float2uint_rn(fminf(fmaxf(fmaf(a, from_bits(word, i), b), 0.0f), 255.0f));
    } else if constexpr (way == Way::permute_both) {
        const float value = fminf(fmaxf(fmaf(a, from_bits(word, i), b), 0.0f), 255.0f);
        return __float_as_uint(value + two_to_23);
    } else {
        // All values divided by 256 are exact, too. Then __saturatef() applies the lower bound and an upper
        // bound of 1, and it costs nothing, because the multiply-add saturates.
        const float value = __saturatef(fmaf(a / 256, from_bits(word, i), b / 256));
        return __float_as_uint(fminf(value, 255.0f / 256) + two_to_23 / 256);
    }
}

template <Way way> __device__ std::uint32_t adjusted_word(std::uint32_t word, float a, float b) {
    std::uint32_t bits[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) bits[i] = one<way>(word, i, a, b);
    return packed(bits);
}

template <Way way>
__global__ void adjust(const uint4* in, uint4* out, std::size_t vectors, float a, float b) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= vectors) return;
    const uint4 v = in[i];
    out[i] = make_uint4(adjusted_word<way>(v.x, a, b), adjusted_word<way>(v.y, a, b),
                        adjusted_word<way>(v.z, a, b), adjusted_word<way>(v.w, a, b));
}

struct Images {
    std::vector<std::uint8_t> input;
    DeviceBuffer<std::uint8_t> in;
    DeviceBuffer<std::uint8_t> out;
};

bool is_right(const Images& images) {
    float expected[256];
    for (int x = 0; x < 256; ++x) {
        const float rounded = std::nearbyint(std::fma(gain, static_cast<float>(x), offset));
        expected[x] = std::fmin(std::fmax(rounded, 0.0f), 255.0f);
    }
    std::vector<std::uint8_t> output(images.input.size());
    images.out.copy_to(output);
    const std::size_t step = output.size() > std::size_t{1} << 22 ? 61 : 1; // only a sample of a large image
    for (std::size_t i = 0; i < output.size(); i += step)
        if (static_cast<float>(output[i]) != expected[images.input[i]]) return false;
    return true;
}

/// Times @p way and prints a row. Returns true if its results are right.
template <Way way> bool measure(const char* name, Images& images) {
    const std::size_t vectors = images.input.size() / 16;
    const auto blocks = static_cast<unsigned>((vectors - 1) / block_threads + 1);
    CUDA_CHECK(cudaMemset(images.out.data(), 0xa5, images.out.size()));
    const float ms = kernelsmith::Stopwatch(9, 0).median_ms([&] {
        adjust<way><<<blocks, block_threads>>>(reinterpret_cast<const uint4*>(images.in.data()),
                                               reinterpret_cast<uint4*>(images.out.data()), vectors, gain,
                                               offset);
    });
    const bool right = is_right(images);
    std::printf("%-42s %10.4f %10.0f  %s\n", name, ms, 2e-6 * static_cast<double>(images.input.size()) / ms,
                right ? "exact" : "WRONG");
    return right;
}

bool run(std::size_t size) {
    Images images;
    images.input.resize(size);
    for (std::size_t i = 0; i < size; i += sizeof(std::uint64_t)) {
        const std::uint64_t eight_bytes = kernelsmith::random_bits(3, i);
        std::memcpy(images.input.data() + i, &eight_bytes, sizeof(eight_bytes));
    }
    images.in = DeviceBuffer<std::uint8_t>(size);
    images.out = DeviceBuffer<std::uint8_t>(size);
    images.in.copy_from(images.input);
    std::printf("%zu bytes, 16 a thread\n%-42s %10s %10s\n", size, "conversions", "ms", "GB/s");
    bool right = measure<Way::three>("to float, rintf(), to byte", images);
    right &= measure<Way::round_once>("to float, __float2uint_rn()", images);
    right &= measure<Way::saturating>("to float, a saturating conversion", images);
    right &= measure<Way::permute_in>("a permutation, __float2uint_rn()", images);
    right &= measure<Way::permute_both>("a permutation, adding 2^23", images);
    right &= measure<Way::scaled>("the same at a 256th, saturating fma", images);
    return right;
}

} // namespace

int main(int argc, char** argv) try {
    const long long size = argc > 1 ? std::atoll(argv[1]) : 65536;
    if (size <= 0 || size % 16 != 0) {
        std::fprintf(stderr, "usage: conversions [bytes], a multiple of 16\n");
        return 2;
    }
    return run(static_cast<std::size_t>(size)) ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
