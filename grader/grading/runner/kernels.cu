#include "grading/runner/kernels.h"

namespace runner::kernels {
namespace {

__global__ void nothing() {}

__global__ void gather_elements(unsigned char* to, const unsigned char* from, unsigned element_bytes,
                                const std::uint64_t* indices, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const unsigned char* element = from + indices[i] * element_bytes;
    for (unsigned byte = 0; byte < element_bytes; ++byte)
        to[std::size_t{i} * element_bytes + byte] = element[byte];
}

/// Each thread salts one aligned word of memory. If that word has bytes of two words of the input, it gets
/// the salt bits of both. @p first contains the input's first byte, @p skipped bytes after its start.
__global__ void salt_words(std::uint64_t* first, unsigned skipped, std::size_t bytes, kernelsmith::Salt salt,
                           std::uint64_t key) {
    const std::size_t word = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    const std::size_t begin = word * sizeof(std::uint64_t); // both in bytes from `first`
    const std::size_t end = skipped + bytes;
    if (begin >= end) return;
    std::uint64_t bits = kernelsmith::salt_bits(salt, key, word) << 8 * skipped;
    if (skipped > 0 && word > 0) bits |= kernelsmith::salt_bits(salt, key, word - 1) >> (64 - 8 * skipped);
    if (begin >= skipped && begin + sizeof(std::uint64_t) <= end) {
        first[word] ^= bits;
        return;
    }
    auto* const at = reinterpret_cast<unsigned char*>(first + word);
    for (unsigned byte = 0; byte < sizeof(std::uint64_t); ++byte)
        if (begin + byte >= skipped && begin + byte < end)
            at[byte] ^= static_cast<unsigned char>(bits >> 8 * byte);
}

/// Eight chains of fused multiply-adds per thread: enough independent work (ILP) to saturate the FMA pipes at
/// full occupancy.
__global__ void multiply_add(float* sink, float a, float b, int rounds) {
    float x[8];
    for (int i = 0; i < 8; ++i) x[i] = static_cast<float>(threadIdx.x + i);
    for (int round = 0; round < rounds; ++round)
#pragma unroll
        for (int i = 0; i < 8; ++i) x[i] = fmaf(x[i], a, b);
    float sum = 0;
    for (int i = 0; i < 8; ++i) sum += x[i];
    if (sum == 0x1p-100f) *sink = sum; // never true; keeps the chains alive
}

/// Eight chains of reciprocal square roots per thread, each computed from the previous result by the
/// special-function unit.
__global__ void roots(float* sink, int rounds) {
    float x[8];
    for (int i = 0; i < 8; ++i) x[i] = static_cast<float>(threadIdx.x + i + 1);
    for (int round = 0; round < rounds; ++round)
#pragma unroll
        for (int i = 0; i < 8; ++i) asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(x[i]) : "f"(x[i]));
    float sum = 0;
    for (int i = 0; i < 8; ++i) sum += x[i];
    if (sum == 0x1p-100f) *sink = sum; // never true; keeps the chains alive
}

} // namespace

void do_nothing() { nothing<<<1, 1>>>(); }

void gather(unsigned char* to, const unsigned char* from, unsigned element_bytes,
            const std::uint64_t* indices, unsigned count) {
    gather_elements<<<(count + 255) / 256, 256>>>(to, from, element_bytes, indices, count);
}

void salt(unsigned char* data, std::size_t bytes, const kernelsmith::Salt& salt, std::uint64_t key) {
    if (bytes == 0) return;
    constexpr unsigned threads = 256;
    constexpr std::size_t a_block = threads * sizeof(std::uint64_t);
    const auto skipped =
        static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(data) % sizeof(std::uint64_t));
    const auto blocks = static_cast<unsigned>((skipped + bytes + a_block - 1) / a_block);
    salt_words<<<blocks, threads>>>(reinterpret_cast<std::uint64_t*>(data - skipped), skipped, bytes, salt,
                                    key);
}

void multiply_add_forever(int blocks, int threads, float* sink, int rounds) {
    multiply_add<<<blocks, threads>>>(sink, 0.999f, 0.001f, rounds);
}

void roots_forever(int blocks, int threads, float* sink, int rounds) {
    roots<<<blocks, threads>>>(sink, rounds);
}

} // namespace runner::kernels
