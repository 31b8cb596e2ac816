#include "lab.h"

template <int n, int m> struct Grows {
    static constexpr long value = Grows<n - 1, 2 * m>::value + Grows<n - 1, 2 * m + 1>::value;
};
template <int m> struct Grows<0, m> { static constexpr long value = m; };
static_assert(Grows<21, 1>::value != 0);

extern "C" void scale(const ScaleArgs&) {}
