#pragma once

/// @file
/// Random numbers that are the same everywhere. The distributions of `std::` are implementation-defined, so a
/// program would depend on the machine that wrote it.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace programs {

/// SplitMix64: a counter whose bits are mixed.
///
/// The evaluation order of arguments is unspecified, so one call never contains two draws.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15U + 0x632be59bd9b4e019U) {}

    std::uint64_t bits() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
        return mixed ^ (mixed >> 31U);
    }

    /// Returns a number less than `count`, which must not be 0.
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>((bits() >> 32U) * count >> 32U);
    }

    /// Returns a number from `first` to `last`.
    std::uint32_t between(std::uint32_t first, std::uint32_t last) { return first + below(last - first + 1); }

    /// Returns true in `percent` of 100 cases.
    bool chance(std::uint32_t percent) { return below(100) < percent; }

    /// Returns one element; there must be at least one.
    template <class T> const T& pick(const std::vector<T>& of) {
        return of[below(static_cast<std::uint32_t>(of.size()))];
    }

private:
    std::uint64_t state_;
};

} // namespace programs
