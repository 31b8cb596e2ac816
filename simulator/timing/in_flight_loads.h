#pragma once

/// @file
/// During which part of its time an SM has loads under way: asked for, and not yet waited for.

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "timing/server.h"

namespace simulator::timing {

/// Loads under way of one SM. An asynchronous copy is so until somebody waits for its group, any other load until it has come.
class InFlightLoads {
public:
    /// A load, asked for at @p from, has come at @p until.
    void load(Ticks from, Ticks until) { spans_.emplace_back(from, until); }
    /// Warp @p warp begins a copy.
    void copy(std::uint32_t warp, Ticks now);
    /// It closes a group of copies.
    void close_group(std::uint32_t warp);
    /// It has waited for all of its groups but the last @p left.
    void wait(std::uint32_t warp, std::uint32_t left, Ticks now);
    /// For how long there were some.
    [[nodiscard]] Ticks length() const;

private:
    struct Copies {
        Ticks first = -1;           // of the open group; negative: there was none
        std::deque<Ticks> groups{}; // when the first copy of each was asked for
    };
    std::map<std::uint32_t, Copies> copies_; // by warp
    std::vector<std::pair<Ticks, Ticks>> spans_;
};

} // namespace simulator::timing
