#pragma once

/// @file
/// An SM's small cache for constants.
///
/// Misses are fetched one line after the other. A fetch keeps the SM busy for much longer than a read.
///
/// Two facts that no manual documents follow from two kernels on an H200. When warps read a table by `ULDC`,
/// all warps together wait once per line. When they read it by `LDC`, as in rung 3 of lab 07, each read of
/// each warp takes as long as the fetch of a line, even if the warp's last instruction has requested the same
/// line. So an `LDC` does not detect a pending fetch: every `LDC` that is issued before its line arrives
/// fetches the line again. If the table does not fit into the cache, the warps soon drift so far apart that
/// they share no lines. In the model they would stay together, because each server serves them in turn. So if
/// a kernel reads more lines than the cache holds, a line that one warp fetches by `LDC` is not available to
/// the other warps.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "gpu/device_time.h"
#include "timing/server.h"

namespace simulator::timing {

/// The most recently used lines (LRU), and the lines that are being fetched.
class ConstantCache {
public:
    /// @p time must outlive this object. @p total_lines: number of different lines that are read.
    ConstantCache(const DeviceTime& time, std::size_t total_lines) : time_(time), total_lines_(total_lines) {}

    /// Returns when line @p line is available to a `ULDC` that is issued at @p now.
    Ticks read(std::uint32_t line, Ticks now);
    /// Returns when line @p line is available to an `LDC` of warp @p warp that is issued at @p now.
    Ticks read_per_warp(std::uint32_t line, std::uint32_t warp, Ticks now);
    /// Returns when all fetches are complete.
    [[nodiscard]] Ticks free() const { return fetching_.free(); }

private:
    // A line, shared by all warps or private to one.
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
    std::vector<Copy> copies_;              // most recently used first
    std::deque<PendingLine> pending_lines_; // in order of arrival
    Server fetching_;
};

} // namespace simulator::timing
