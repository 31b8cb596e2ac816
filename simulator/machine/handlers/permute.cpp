#include "machine/handlers/elementwise.h"

// prmt: builds a word from any four bytes of two others.

namespace simulator {

namespace {

/// The bytes of b:a in the result, one hexadecimal digit each, for the four values of the lower bits of c.
struct Selectors {
    std::uint32_t of[4];
};

constexpr Selectors forward_extract{{0x3210, 0x4321, 0x5432, 0x6543}};
constexpr Selectors backward_extract{{0x5670, 0x6701, 0x7012, 0x0123}};
constexpr Selectors replicate_byte{{0x0000, 0x1111, 0x2222, 0x3333}};
constexpr Selectors clamp_left{{0x3210, 0x3211, 0x3222, 0x3333}};
constexpr Selectors clamp_right{{0x0000, 0x1110, 0x2210, 0x3210}};
constexpr Selectors replicate_half{{0x1010, 0x3232, 0x1010, 0x3232}};

/// Returns the bytes that the four digits of @p selector name; bit 3 of a digit replicates the byte's sign
/// instead.
std::uint32_t permuted(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
    const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
    std::uint32_t result = 0;
    for (unsigned n = 0; n < 4; ++n) {
        const std::uint32_t digit = selector >> (4 * n) & 0xf;
        const auto byte = static_cast<std::uint8_t>(bytes >> (8 * (digit & 7)));
        const std::uint32_t chosen = (digit & 8) == 0 ? byte : byte >= 0x80 ? 0xff : 0;
        result |= chosen << (8 * n);
    }
    return result;
}

template <const Selectors& selectors> Handlers permute() {
    using T = std::uint32_t;
    return elementwise<T, T, T, T>([](T a, T b, T c) { return permuted(a, b, selectors.of[c & 3]); });
}

} // namespace

Handlers select_prmt(const Decoding& decoding) {
    using enum ptx::Word;
    using T = std::uint32_t;
    if (decoding.has(f4e)) return permute<forward_extract>();
    if (decoding.has(b4e)) return permute<backward_extract>();
    if (decoding.has(rc8)) return permute<replicate_byte>();
    if (decoding.has(ecl)) return permute<clamp_left>();
    if (decoding.has(ecr)) return permute<clamp_right>();
    if (decoding.has(rc16)) return permute<replicate_half>();
    return elementwise<T, T, T, T>([](T a, T b, T c) { return permuted(a, b, c); });
}

} // namespace simulator
