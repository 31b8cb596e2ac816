#pragma once

/// @file
/// Time within an SM, and the servers of the queueing model.

#include <algorithm>
#include <cstdint>

namespace simulator::timing {

/// Time in units of 1/1024 cycle of an SM.
using Ticks = std::int64_t;
/// Ticks per cycle.
inline constexpr Ticks ticks_per_cycle = 1024;
/// Returns the ticks of @p cycles, rounded to the nearest.
constexpr Ticks ticks(double cycles) { return static_cast<Ticks>(cycles * ticks_per_cycle + 0.5); }
/// Returns the cycles of @p ticks.
constexpr double cycles_of(Ticks ticks) { return static_cast<double>(ticks) / ticks_per_cycle; }

/// A resource of an SM that serves requests in the order of their arrival.
class Server {
public:
    /// Serves a request that arrives at @p now and takes @p length; returns when the service begins.
    Ticks serve(Ticks now, Ticks length) {
        const Ticks begin = std::max(now, free_);
        free_ = begin + length;
        busy_ += length;
        return begin;
    }
    /// Returns when all requests have been served.
    [[nodiscard]] Ticks free() const { return free_; }
    /// Returns the total service time so far.
    [[nodiscard]] Ticks busy() const { return busy_; }

private:
    Ticks free_ = 0;
    Ticks busy_ = 0;
};

} // namespace simulator::timing
