#include "machine/handlers/elementwise.h"
#include "machine/handlers/integer_types.h"

// Integers: products and multiply-adds.

namespace simulator {

namespace {

/// `make.operator()<T>()` for the integer types with a type of twice the width for products.
template <class Make> Handlers for_factor(ptx::Word type, Make make) {
    return for_integer(type, [make]<class T>() -> Handlers {
        if constexpr (sizeof(T) == 1)
            return {};
        else
            return make.template operator()<T>();
    });
}

/// `make.operator()<T>()` for the integer types whose products fit a register.
template <class Make> Handlers for_narrow_factor(ptx::Word type, Make make) {
    return for_factor(type, [make]<class T>() -> Handlers {
        if constexpr (sizeof(T) == 8)
            return {};
        else
            return make.template operator()<T>();
    });
}

/// Returns the 48-bit product of the lower 24 bits.
template <class T> std::int64_t product_of_24(T a, T b) {
    // Shifts up and back, so that a signed type is extended from bit 23.
    const auto part = [](T value) {
        return std::int64_t{static_cast<T>(static_cast<std::uint32_t>(value) << 8) >> 8};
    };
    return part(a) * part(b);
}
template <bool high, class T> T half_of_24(T a, T b) {
    return static_cast<T>(product_of_24(a, b) >> (high ? 16 : 0));
}

/// Returns the handlers of mul24 and mad24 for a type.
template <class T, bool add, bool high> Handlers of_24() {
    if constexpr (add)
        return elementwise<T, T, T, T>([](T a, T b, T c) { return wrapping_sum(half_of_24<high>(a, b), c); });
    else
        return elementwise<T, T, T>([](T a, T b) { return half_of_24<high>(a, b); });
}

template <bool add> Handlers select_24(const Decoding& decoding) {
    return with_flag(decoding.has(ptx::Word::hi), [&]<bool high>() {
        if (decoding.type() == ptx::Word::s32) return of_24<std::int32_t, add, high>();
        return of_24<std::uint32_t, add, high>();
    });
}

} // namespace

Handlers select_mul_lo(const Decoding& decoding) {
    return for_factor(decoding.type(), []<class T>() {
        return elementwise<T, T, T>([](T a, T b) { return low_product(a, b); });
    });
}

Handlers select_mul_hi(const Decoding& decoding) {
    return for_factor(decoding.type(), []<class T>() {
        return elementwise<T, T, T>([](T a, T b) { return high_product(a, b); });
    });
}

Handlers select_mul_wide(const Decoding& decoding) {
    return for_narrow_factor(decoding.type(), []<class T>() {
        return elementwise<Twice<T>, T, T>([](T a, T b) { return wide_product(a, b); });
    });
}

Handlers select_mad_lo(const Decoding& decoding) {
    return for_factor(decoding.type(), []<class T>() {
        return elementwise<T, T, T, T>([](T a, T b, T c) { return wrapping_sum(low_product(a, b), c); });
    });
}

Handlers select_mad_hi(const Decoding& decoding) {
    return for_factor(decoding.type(), []<class T>() {
        return elementwise<T, T, T, T>([](T a, T b, T c) { return wrapping_sum(high_product(a, b), c); });
    });
}

Handlers select_mad_hi_saturating(const Decoding&) {
    using T = std::int32_t;
    return elementwise<T, T, T, T>(
        [](T a, T b, T c) { return clamped<T>(std::int64_t{high_product(a, b)} + c); });
}

Handlers select_mad_wide(const Decoding& decoding) {
    return for_narrow_factor(decoding.type(), []<class T>() {
        using Wide = Twice<T>;
        return elementwise<Wide, T, T, Wide>(
            [](T a, T b, Wide c) { return wrapping_sum(wide_product(a, b), c); });
    });
}

Handlers select_mul24(const Decoding& decoding) { return select_24<false>(decoding); }
Handlers select_mad24(const Decoding& decoding) { return select_24<true>(decoding); }

} // namespace simulator
