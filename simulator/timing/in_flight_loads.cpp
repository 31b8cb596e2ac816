#include "timing/in_flight_loads.h"

#include <algorithm>

namespace simulator::timing {

void InFlightLoads::copy(std::uint32_t warp, Ticks now) {
    Copies& copies = copies_[warp];
    if (copies.first < 0) copies.first = now;
}

void InFlightLoads::close_group(std::uint32_t warp) {
    Copies& copies = copies_[warp];
    copies.groups.push_back(std::exchange(copies.first, -1));
}

void InFlightLoads::wait(std::uint32_t warp, std::uint32_t left, Ticks now) {
    std::deque<Ticks>& groups = copies_[warp].groups;
    for (; groups.size() > left; groups.pop_front())
        if (groups.front() >= 0) load(groups.front(), now);
}

Ticks InFlightLoads::length() const {
    std::vector<std::pair<Ticks, Ticks>> spans = spans_;
    std::ranges::sort(spans);
    Ticks all = 0;
    Ticks end = 0;
    for (const auto& [from, until] : spans) {
        all += std::max<Ticks>(until - std::max(from, end), 0);
        end = std::max(end, until);
    }
    return all;
}

} // namespace simulator::timing
