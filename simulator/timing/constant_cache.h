#pragma once

/// @file
/// The small cache of an SM through which constants come.
///
/// What misses is fetched one line after the other, which takes an SM much longer than to read it.
///
/// What is not in a manual follows from two kernels on an H200. Of a table by `ULDC`, all warps together wait once for each line.
/// Of one by `LDC`, as in rung 3 of lab 07, each single read of each warp takes as long as it takes to fetch a line, also of a
/// line that the warp's last instruction has asked for. So an `LDC` does not know what is on the way: each one that comes before
/// its line does has it fetched once more. And where the cache cannot hold the table, each warp soon is so far from the others
/// that they have no line in common. Here they would stay together, because each of them is served in its turn. So where a
/// kernel reads more lines than the cache has room for, what one warp has fetched by `LDC` is taken to help none of the others.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "gpu/device_time.h"
#include "timing/server.h"

namespace simulator::timing {

/// The lines that were used last, and those that are on the way.
class ConstantCache {
public:
    /// @p time has to outlive it. @p total_lines: how many lines are read in all.
    ConstantCache(const DeviceTime& time, std::size_t total_lines) : time_(time), total_lines_(total_lines) {}

    /// When line @p line is there for a `ULDC` at @p now.
    Ticks read(std::uint32_t line, Ticks now);
    /// The same for an `LDC` of warp @p warp.
    Ticks read_per_warp(std::uint32_t line, std::uint32_t warp, Ticks now);
    /// When all has been fetched.
    [[nodiscard]] Ticks free() const { return fetching_.free(); }

private:
    // A line for all warps, or for one.
    using Copy = std::uint64_t;
    struct PendingLine {
        Ticks when = 0;
        Copy copy = 0;
    };

    void arrive(Ticks now);
    bool use(Copy copy);
    Ticks fetch(Copy copy, Ticks now);
    [[nodiscard]] bool has_room_for(std::size_t lines) const;

    const DeviceTime& time_;
    std::size_t total_lines_;
    std::vector<Copy> copies_;              // that used last comes first
    std::deque<PendingLine> pending_lines_; // in the order in which they come
    Server fetching_;
};

} // namespace simulator::timing
