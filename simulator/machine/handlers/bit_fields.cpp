#include <algorithm>

#include "machine/handlers/elementwise.h"
#include "machine/handlers/integer_types.h"

// Shifts and bit fields. In C++ a shift by the width or more is undefined; in PTX it shifts all bits out.

namespace simulator {

namespace {

template <class T> T shifted_left(T a, std::uint32_t by) {
    return by < width<T> ? static_cast<T>(a << by) : T{0};
}

template <class T> T shifted_right(T a, std::uint32_t by) {
    if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> std::min(by, width<T> - 1));
    return by < width<T> ? static_cast<T>(a >> by) : T{0};
}

/// Returns a value with the lowest @p count bits set.
template <class T> T ones(std::uint32_t count) {
    return static_cast<T>(~shifted_left(static_cast<T>(~T{0}), count));
}

/// Returns the shift distance of shf: modulo 32 with `.wrap`, else clamped to 32.
template <bool wrap> std::uint32_t funnel_distance(std::uint32_t c) {
    return wrap ? c & 31 : std::min(c, 32U);
}

template <bool wrap> Handlers select_funnel_shift(bool left) {
    using T = std::uint32_t;
    if (left)
        return elementwise<T, T, T, T>([](T a, T b, T c) {
            return static_cast<T>((std::uint64_t{b} << 32 | a) << funnel_distance<wrap>(c) >> 32);
        });
    return elementwise<T, T, T, T>([](T a, T b, T c) {
        return static_cast<T>((std::uint64_t{b} << 32 | a) >> funnel_distance<wrap>(c));
    });
}

/// The PTX manual says that positions and lengths are bytes. GPUs use all 32 bits if the operand has 64.
template <class T> std::uint32_t amount(std::uint32_t value) { return width<T> == 64 ? value : value & 0xff; }

/// Extracts @p length bits of @p a from bit @p begin on; signed types are sign-extended from the last bit.
template <class T> T extracted(T a, std::uint32_t begin, std::uint32_t length) {
    using U = Unsigned<T>;
    const U field = shifted_right(static_cast<U>(a), begin) & ones<U>(length);
    if (std::is_unsigned_v<T> || length == 0) return static_cast<T>(field);
    const auto last =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{begin} + length - 1, width<T> - 1));
    const bool negative = (static_cast<U>(a) >> last & 1) != 0;
    // End of the field, which is shorter than its length if it extends beyond the word.
    const std::uint32_t end = begin < width<T> ? std::min(length, width<T> - begin) : 0;
    return static_cast<T>(negative ? field | static_cast<U>(~ones<U>(end)) : field);
}

/// Returns @p b with the lower @p length bits of @p a inserted from bit @p begin on.
template <class T> T inserted(T a, T b, std::uint32_t begin, std::uint32_t length) {
    const T field = shifted_left(ones<T>(length), begin);
    return static_cast<T>((b & ~field) | (shifted_left(a, begin) & field));
}

template <bool wrap> std::uint32_t mask_of_bits(std::uint32_t begin, std::uint32_t length) {
    if (!wrap && begin >= 32) return 0;
    const std::uint32_t count = !wrap && length >= 32 ? 32 : length & 31;
    return shifted_left(ones<std::uint32_t>(count), begin & 31);
}

template <bool wrap, class T> T sign_extended(T a, std::uint32_t bits) {
    if (!wrap && bits >= 32) return a;
    return extracted(a, 0, bits & 31);
}

} // namespace

Handlers select_shl(const Decoding& decoding) {
    return for_width(decoding.type(), []<class T>() {
        return elementwise<T, T, std::uint32_t>([](T a, std::uint32_t b) { return shifted_left(a, b); });
    });
}

Handlers select_shr(const Decoding& decoding) {
    return for_integer(decoding.type(), []<class T>() {
        return elementwise<T, T, std::uint32_t>([](T a, std::uint32_t b) { return shifted_right(a, b); });
    });
}

Handlers select_shf(const Decoding& decoding) {
    const bool left = decoding.has(ptx::Word::l);
    return with_flag(decoding.has(ptx::Word::wrap),
                     [left]<bool wrap>() { return select_funnel_shift<wrap>(left); });
}

Handlers select_bfe(const Decoding& decoding) {
    return for_integer(decoding.type(), []<class T>() {
        return elementwise<T, T, std::uint32_t, std::uint32_t>(
            [](T a, std::uint32_t b, std::uint32_t c) { return extracted(a, amount<T>(b), amount<T>(c)); });
    });
}

Handlers select_bfi(const Decoding& decoding) {
    return for_width(decoding.type(), []<class T>() {
        return elementwise<T, T, T, std::uint32_t, std::uint32_t>(
            [](T a, T b, std::uint32_t c, std::uint32_t e) {
                return inserted(a, b, amount<T>(c), amount<T>(e));
            });
    });
}

Handlers select_bmsk(const Decoding& decoding) {
    using T = std::uint32_t;
    return with_flag(decoding.has(ptx::Word::wrap), []<bool wrap>() {
        return elementwise<T, T, T>([](T a, T b) { return mask_of_bits<wrap>(a, b); });
    });
}

Handlers select_szext(const Decoding& decoding) {
    return with_flag(decoding.has(ptx::Word::wrap), [&]<bool wrap>() {
        return for_integer(decoding.type(), []<class T>() {
            return elementwise<T, T, std::uint32_t>(
                [](T a, std::uint32_t b) { return sign_extended<wrap>(a, b); });
        });
    });
}

} // namespace simulator
