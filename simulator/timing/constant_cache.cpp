#include "timing/constant_cache.h"

#include <algorithm>

namespace simulator::timing {
namespace {

/// Lines with the kernel's own constants: the sizes of its blocks and its grid, and its parameters.
constexpr double lines_of_kernel = 2;

} // namespace

// Returns whether the cache has the line; if so, the line becomes the most recently used.
bool ConstantCache::use(Copy copy) {
    const auto found = std::ranges::find(copies_, copy);
    if (found == copies_.end()) return false;
    std::rotate(copies_.begin(), found, found + 1);
    return true;
}

void ConstantCache::arrive(Ticks now) {
    for (; !pending_lines_.empty() && pending_lines_.front().when <= now; pending_lines_.pop_front()) {
        const Copy copy = pending_lines_.front().copy;
        if (use(copy)) continue;
        copies_.insert(copies_.begin(), copy);
        if (!has_room_for(copies_.size())) copies_.pop_back();
    }
}

Ticks ConstantCache::fetch(Copy copy, Ticks now) {
    const Ticks there = fetching_.serve(now, ticks(time_.constant_fetch_cycles)) + ticks(time_.constant_miss);
    pending_lines_.push_back({there, copy});
    return there;
}

bool ConstantCache::has_room_for(std::size_t lines) const {
    return static_cast<double>(lines) + lines_of_kernel <= time_.constant_lines;
}

Ticks ConstantCache::read(std::uint32_t line, Ticks now) {
    arrive(now);
    if (use(line)) return now;
    const auto pending = std::ranges::find(pending_lines_, Copy{line}, &PendingLine::copy);
    return pending != pending_lines_.end() ? pending->when : fetch(line, now);
}

Ticks ConstantCache::read_per_warp(std::uint32_t line, std::uint32_t warp, Ticks now) {
    arrive(now);
    const Copy copy = has_room_for(total_lines_) ? line : (Copy{warp} + 1) << 32 | line;
    return (use(copy) ? now : fetch(copy, now)) + ticks(time_.constant_latency);
}

} // namespace simulator::timing
