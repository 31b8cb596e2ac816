#include "machine/handlers/elementwise.h"
#include "machine/handlers/integer_types.h"

// Whole numbers: quotients and remainders. PTX leaves a division by zero undefined; GPUs give all ones.

namespace simulator {

namespace {

/// Whether the division would stop a program on the host: by zero, or the one quotient that is out of range.
template <class T> bool is_unsafe(T a, T b) {
    if (b == 0) return true;
    if constexpr (std::is_signed_v<T>) return b == -1 && a == std::numeric_limits<T>::min();
    return false;
}

} // namespace

Handlers select_div_integer(const Decoding& decoding) {
    return for_integer(decoding.type(), []<class T>() {
        return elementwise<T, T, T>([](T a, T b) {
            if (is_unsafe(a, b)) return b == 0 ? static_cast<T>(-1) : a;
            return static_cast<T>(a / b);
        });
    });
}

Handlers select_rem(const Decoding& decoding) {
    return for_integer(decoding.type(), []<class T>() {
        return elementwise<T, T, T>([](T a, T b) {
            if (is_unsafe(a, b)) return b == 0 ? static_cast<T>(-1) : T{0};
            return static_cast<T>(a % b);
        });
    });
}

} // namespace simulator
