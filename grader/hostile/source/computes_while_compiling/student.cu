#include "lab.h"

constexpr long count() {
    long sum = 0;
    for (long i = 0; i < 1'000'000'000'000; ++i) sum += i;
    return sum;
}
constexpr long counted = count();

extern "C" void scale(const ScaleArgs&) {}
