#include "timing/loaded_memory.h"

#include <algorithm>
#include <cmath>

namespace simulator::timing {
namespace {

// Interpolates linearly between the known slowdowns, and extrapolates past the last one.
double at_slowdown(const TimesBySlowdown& known, double slowdown) {
    std::size_t n = 1;
    while (n + 1 < known.size() && slowdown > slowdowns[n]) ++n;
    const double slope = (known[n] - known[n - 1]) / (slowdowns[n] - slowdowns[n - 1]);
    return known[n - 1] + std::max(slope, 0.0) * (slowdown - slowdowns[n - 1]);
}

} // namespace

DeviceTime slowed_down(DeviceTime time, double slowdown) {
    for (double DeviceTime::*latency :
         {&DeviceTime::l2_latency, &DeviceTime::l2_spread, &DeviceTime::dram_latency,
          &DeviceTime::dram_spread, &DeviceTime::global_atomic_latency})
        time.*latency *= slowdown;
    return time;
}

double combined_time(const TimesBySlowdown& sm, double memory, double power) {
    // Find the fixed point by bisection: the longer the launch takes, the less busy memory is, and the less
    // the SMs wait.
    double lower_bound = std::max(sm.front(), memory);
    double upper_bound = 2 * std::max(sm.back(), lower_bound);
    constexpr int bisection_steps = 50;
    for (int n = 0; n < bisection_steps; ++n) {
        const double middle = (lower_bound + upper_bound) / 2;
        const double slowdown = std::pow(1 - std::pow(memory / middle, power), -1 / power);
        (at_slowdown(sm, slowdown) > middle ? lower_bound : upper_bound) = middle;
    }
    return lower_bound;
}

} // namespace simulator::timing
