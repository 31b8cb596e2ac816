#include "machine/handlers/elementwise.h"
#include "machine/handlers/integer_types.h"

// Integers: quotients and remainders. In PTX a division by zero is undefined; GPUs return all ones.

namespace simulator {

namespace {

/// Whether the division would raise a signal on the host: a division by zero, or the one quotient that
/// overflows.
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
