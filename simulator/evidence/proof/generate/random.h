#pragma once

/// @file
/// Numbers by chance that are the same on every machine.

#include <cstdint>
#include <vector>

namespace generate {

/// SplitMix64: a counter whose bits are mixed.
///
/// A function's arguments are evaluated in an order of the compiler's choice, so two draws never stand in
/// one expression.
class Random {
public:
    /// Neighbouring seeds give streams that have nothing in common.
    explicit Random(std::uint64_t seed) : state_(mixed(seed + 0x632be59bd9b4e019U)) {}

    /// A number less than `count`, which is not 0.
    unsigned below(unsigned count) { return static_cast<unsigned>((bits() >> 32U) * count >> 32U); }
    /// A number from `first` to `last`.
    unsigned between(unsigned first, unsigned last) { return first + below(last - first + 1); }
    /// True in so many of 100 cases.
    bool chance(unsigned percent) { return below(100) < percent; }
    /// One of them; there is one at least.
    template <class T> T pick(const std::vector<T>& of) {
        return of[below(static_cast<unsigned>(of.size()))];
    }

private:
    static std::uint64_t mixed(std::uint64_t number) {
        number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9U;
        number = (number ^ (number >> 27U)) * 0x94d049bb133111ebU;
        return number ^ (number >> 31U);
    }

    std::uint64_t bits() {
        state_ += 0x9e3779b97f4a7c15U;
        return mixed(state_);
    }

    std::uint64_t state_;
};

} // namespace generate
