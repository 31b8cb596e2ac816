#include "predict/traffic_by_l2.h"

#include <algorithm>
#include <cmath>

namespace simulator::predict {

L2::Traffic with_l2_of(L2::Traffic traffic, double l2_bytes, std::vector<TrafficSample> samples) {
    if (samples.empty()) return traffic;
    std::ranges::sort(samples, {}, &TrafficSample::l2_bytes);
    const auto above = std::ranges::lower_bound(samples, l2_bytes, {}, &TrafficSample::l2_bytes);
    const TrafficSample& larger = above == samples.end() ? samples.back() : *above;
    const TrafficSample& smaller = above == samples.begin() ? samples.front() : *(above - 1);
    const bool beyond = above == samples.end() || above == samples.begin();
    const double share =
        beyond ? 1 : std::log(l2_bytes / smaller.l2_bytes) / std::log(larger.l2_bytes / smaller.l2_bytes);
    using Traffic = L2::Traffic;
    for (std::uint64_t Traffic::*count : {&Traffic::read, &Traffic::written, &Traffic::scattered,
                                          &Traffic::filled, &Traffic::partial_edges}) {
        const auto low = static_cast<double>(smaller.traffic.*count);
        const auto high = static_cast<double>(larger.traffic.*count);
        traffic.*count = static_cast<std::uint64_t>(low + share * (high - low));
    }
    return traffic;
}

} // namespace simulator::predict
