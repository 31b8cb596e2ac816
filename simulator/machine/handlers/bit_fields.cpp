#include <algorithm>

#include "machine/handlers/elementwise.h"
#include "machine/handlers/integer_types.h"

// Bits: shifts and fields of bits. C++ leaves a shift by the width or more undefined; PTX shifts everything
// out.

namespace simulator {

namespace {

template <class T> T shifted_left(T a, std::uint32_t by) {
    return by < width<T> ? static_cast<T>(a << by) : T{0};
}

template <class T> T shifted_right(T a, std::uint32_t by) {
    if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> std::min(by, width<T> - 1));
    return by < width<T> ? static_cast<T>(a >> by) : T{0};
}

/// The lowest @p count bits set.
template <class T> T ones(std::uint32_t count) {
    return static_cast<T>(~shifted_left(static_cast<T>(~T{0}), count));
}

/// How far shf shifts.
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

/// Places and lengths are bytes by the manual. GPUs look at all 32 bits where the word has 64.
template <class T> std::uint32_t amount(std::uint32_t value) { return width<T> == 64 ? value : value & 0xff; }

/// @p length bits of @p a from @p begin on, extended with the last of them for signed types.
template <class T> T extracted(T a, std::uint32_t begin, std::uint32_t length) {
    using U = Unsigned<T>;
    const U field = shifted_right(static_cast<U>(a), begin) & ones<U>(length);
    if (std::is_unsigned_v<T> || length == 0) return static_cast<T>(field);
    const auto last =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{begin} + length - 1, width<T> - 1));
    const bool negative = (static_cast<U>(a) >> last & 1) != 0;
    // From where the field ends, which is short of its length if the field reaches beyond the word.
    const std::uint32_t end = begin < width<T> ? std::min(length, width<T> - begin) : 0;
    return static_cast<T>(negative ? field | static_cast<U>(~ones<U>(end)) : field);
}

/// @p b with the lower @p length bits of @p a in it, from @p begin on.
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
