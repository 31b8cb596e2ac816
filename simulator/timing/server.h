#pragma once

/// @file
/// Time within an SM, and who serves in it.

#include <algorithm>
#include <cstdint>

namespace simulator::timing {

/// Clocks of an SM, in parts of 1024.
using Ticks = std::int64_t;
/// Ticks of a clock.
inline constexpr Ticks clock_ticks = 1024;
/// The same of any number of clocks.
constexpr Ticks ticks(double clocks) { return static_cast<Ticks>(clocks * clock_ticks + 0.5); }
/// The other way round.
constexpr double clocks_of(Ticks ticks) { return static_cast<double>(ticks) / clock_ticks; }

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
