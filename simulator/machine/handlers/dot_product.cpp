#include "machine/handlers/elementwise.h"
#include "machine/handlers/integer_types.h"

// dp4a and dp2a: dot products of bytes packed into words.

namespace simulator {

namespace {

/// Returns element @p n of a word that packs elements of type Part.
template <class Part> std::int32_t part(std::uint32_t word, unsigned n) {
    return static_cast<Part>(word >> (n * width<Part>));
}

template <class A, class B> Handlers dot_product_of_four() {
    using T = std::uint32_t;
    return elementwise<T, T, T, T>([](T a, T b, T c) {
        for (unsigned n = 0; n < 4; ++n) c += static_cast<T>(part<A>(a, n) * part<B>(b, n));
        return c;
    });
}

template <class A, class B, unsigned first_byte> Handlers dot_product_of_two() {
    using T = std::uint32_t;
    return elementwise<T, T, T, T>([](T a, T b, T c) {
        for (unsigned n = 0; n < 2; ++n) c += static_cast<T>(part<A>(a, n) * part<B>(b, first_byte + n));
        return c;
    });
}

bool is_signed(const Decoding& decoding, std::size_t n) { return decoding.type(n) == ptx::Word::s32; }

} // namespace

Handlers select_dp4a(const Decoding& decoding) {
    return with_flag(is_signed(decoding, 0), [&]<bool a>() {
        return with_flag(is_signed(decoding, 1), []<bool b>() {
            return dot_product_of_four<std::conditional_t<a, std::int8_t, std::uint8_t>,
                                       std::conditional_t<b, std::int8_t, std::uint8_t>>();
        });
    });
}

Handlers select_dp2a(const Decoding& decoding) {
    return with_flag(is_signed(decoding, 0), [&]<bool a>() {
        return with_flag(is_signed(decoding, 1), [&]<bool b>() {
            using A = std::conditional_t<a, std::int16_t, std::uint16_t>;
            using B = std::conditional_t<b, std::int8_t, std::uint8_t>;
            return decoding.has(ptx::Word::hi) ? dot_product_of_two<A, B, 2>()
                                               : dot_product_of_two<A, B, 0>();
        });
    });
}

} // namespace simulator
