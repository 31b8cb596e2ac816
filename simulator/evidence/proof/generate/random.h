#pragma once

/// @file
/// Random numbers that are the same on every machine.

#include <cstdint>
#include <vector>

namespace generate {

/// SplitMix64: a counter whose bits are mixed.
///
/// The evaluation order of arguments is unspecified, so one expression never contains two draws.
class Random {
public:
    /// Neighboring seeds give independent streams.
    explicit Random(std::uint64_t seed) : state_(mixed(seed + 0x632be59bd9b4e019U)) {}

    /// Returns a number less than `count`, which must not be 0.
    unsigned below(unsigned count) { return static_cast<unsigned>((bits() >> 32U) * count >> 32U); }
    /// Returns a number from `first` to `last`.
    unsigned between(unsigned first, unsigned last) { return first + below(last - first + 1); }
    /// Returns true in `percent` of 100 cases.
    bool chance(unsigned percent) { return below(100) < percent; }
    /// Returns one element; there must be at least one.
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
