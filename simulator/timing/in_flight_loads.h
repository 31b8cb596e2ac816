#pragma once

/// @file
/// The part of its time in which an SM has loads in flight: requested, and not yet waited for.

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "timing/server.h"

namespace simulator::timing {

/// Loads in flight on one SM. An asynchronous copy is in flight until a warp waits for its group, any other
/// load until its data arrive.
class InFlightLoads {
public:
    /// Records a load that was issued at @p from and whose data arrived at @p until.
    void load(Ticks from, Ticks until) { spans_.emplace_back(from, until); }
    /// Records that warp @p warp issues an asynchronous copy.
    void copy(std::uint32_t warp, Ticks now);
    /// Records that warp @p warp commits its open group of copies.
    void close_group(std::uint32_t warp);
    /// Records that warp @p warp has waited for all of its groups except the last @p left.
    void wait(std::uint32_t warp, std::uint32_t left, Ticks now);
    /// Returns how long at least one load was in flight.
    [[nodiscard]] Ticks length() const;

private:
    struct Copies {
        Ticks first = -1;           // issue of the open group's first copy; negative: none
        std::deque<Ticks> groups{}; // issue of the first copy of each committed group
    };
    std::map<std::uint32_t, Copies> copies_; // keyed by warp
    std::vector<std::pair<Ticks, Ticks>> spans_;
};

} // namespace simulator::timing
