#pragma once

/// @file
/// Time within an SM, and who serves in it.

#include <algorithm>
#include <cstdint>

namespace simulator::timing {

/// Cycles of an SM, in parts of 1024.
using Ticks = std::int64_t;
/// Ticks of a cycle.
inline constexpr Ticks ticks_per_cycle = 1024;
/// The same of any number of cycles.
constexpr Ticks ticks(double cycles) { return static_cast<Ticks>(cycles * ticks_per_cycle + 0.5); }
/// The other way round.
constexpr double cycles_of(Ticks ticks) { return static_cast<double>(ticks) / ticks_per_cycle; }

/// A part of an SM that serves what comes first, one after the other.
class Server {
public:
    /// When it begins with what comes at @p now and takes @p length.
    Ticks serve(Ticks now, Ticks length) {
        const Ticks begin = std::max(now, free_);
        free_ = begin + length;
        busy_ += length;
        return begin;
    }
    /// When it has served all that came.
    [[nodiscard]] Ticks free() const { return free_; }
    /// For how long it has served so far.
    [[nodiscard]] Ticks busy() const { return busy_; }

private:
    Ticks free_ = 0;
    Ticks busy_ = 0;
};

} // namespace simulator::timing
