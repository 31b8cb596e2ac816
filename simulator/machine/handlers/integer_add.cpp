#include <algorithm>

#include "machine/handlers/elementwise.h"
#include "machine/handlers/integer_types.h"

// Integers: sums, differences and operations derived from them.

namespace simulator {

Handlers select_add_integer(const Decoding& decoding) {
    return for_integer(decoding.type(), []<class T>() {
        return elementwise<T, T, T>([](T a, T b) { return wrapping_sum(a, b); });
    });
}

Handlers select_sub_integer(const Decoding& decoding) {
    return for_integer(decoding.type(), []<class T>() {
        return elementwise<T, T, T>([](T a, T b) { return wrapping_difference(a, b); });
    });
}

Handlers select_add_saturating(const Decoding&) {
    using T = std::int32_t;
    return elementwise<T, T, T>([](T a, T b) { return clamped<T>(std::int64_t{a} + b); });
}

Handlers select_sub_saturating(const Decoding&) {
    using T = std::int32_t;
    return elementwise<T, T, T>([](T a, T b) { return clamped<T>(std::int64_t{a} - b); });
}

Handlers select_sad(const Decoding& decoding) {
    return for_integer(decoding.type(), []<class T>() {
        return elementwise<T, T, T, T>([](T a, T b, T c) {
            return wrapping_sum(c, a < b ? wrapping_difference(b, a) : wrapping_difference(a, b));
        });
    });
}

Handlers select_abs_integer(const Decoding& decoding) {
    return for_integer(decoding.type(), []<class T>() {
        return elementwise<T, T>([](T a) { return a < 0 ? wrapping_difference(T{0}, a) : a; });
    });
}

Handlers select_neg_integer(const Decoding& decoding) {
    return for_integer(decoding.type(), []<class T>() {
        return elementwise<T, T>([](T a) { return wrapping_difference(T{0}, a); });
    });
}

Handlers select_min_integer(const Decoding& decoding) {
    return for_integer(decoding.type(), []<class T>() {
        return elementwise<T, T, T>([](T a, T b) { return std::min(a, b); });
    });
}

Handlers select_max_integer(const Decoding& decoding) {
    return for_integer(decoding.type(), []<class T>() {
        return elementwise<T, T, T>([](T a, T b) { return std::max(a, b); });
    });
}

} // namespace simulator
