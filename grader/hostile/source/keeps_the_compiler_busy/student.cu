#include <utility>

#include "lab.h"

/// Far below the compiler's limit on constant evaluation.
constexpr unsigned some_work(unsigned x) {
    for (int i = 0; i < 100'000; ++i) x = x * 1664525U + 1013904223U;
    return x;
}

template <unsigned i> struct Worked { static constexpr unsigned value = some_work(i); };

template <unsigned... i> constexpr bool work(std::integer_sequence<unsigned, i...>) {
    const unsigned all[] = {Worked<i>::value...};
    return all[0] != 0;
}
static_assert(work(std::make_integer_sequence<unsigned, 10'000>()));

extern "C" void scale(const ScaleArgs&) {}
