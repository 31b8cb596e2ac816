#include "grading/measure/clocks.h"

#include <algorithm>
#include <array>
#include <utility>

namespace grader {
namespace {

/// Relative difference up to which two clock rates count as equal. Boost clocks change in steps of 15
/// MHz, and a difference of one or two steps does not matter.
constexpr double max_clock_difference = 0.02;

constexpr std::array<std::pair<unsigned, const char*>, 5> slowdown_words = {
    {{power_cap, "power cap"},
     {hardware_slowdown, "hardware slowdown"},
     {driver_thermal, "thermal slowdown by the driver"},
     {hardware_thermal, "thermal slowdown by the hardware"},
     {power_brake, "power brake"}}};

/// Returns the relative difference of the clock rates of @p pair's calls; 0 if one is unknown.
double clock_difference(const Pair& pair) {
    const auto [slow, fast] = std::minmax(pair.baseline_clock.sm_mhz, pair.student_clock.sm_mhz);
    return slow == 0 ? 0 : static_cast<double>(fast) / slow - 1;
}

} // namespace

void Clocks::add(const Pair& pair) {
    for (const ClockReading& reading : {pair.baseline_clock, pair.student_clock}) {
        slowdowns |= reading.slowdowns;
        if (reading.sm_mhz == 0) continue;
        low_mhz = known() ? std::min(low_mhz, reading.sm_mhz) : reading.sm_mhz;
        high_mhz = std::max(high_mhz, reading.sm_mhz);
    }
}

std::size_t drop_unequal(std::vector<Pair>& pairs, std::size_t min_remaining) {
    const std::size_t spare = pairs.size() > min_remaining ? pairs.size() - min_remaining : 0;
    const std::size_t max_drops = std::min(pairs.size() / 3, spare);
    std::vector<double> distances;
    for (const Pair& pair : pairs)
        if (clock_difference(pair) > max_clock_difference) distances.push_back(clock_difference(pair));
    std::sort(distances.rbegin(), distances.rend());
    const std::size_t drops = std::min(max_drops, distances.size());
    for (std::size_t i = 0; i < drops; ++i) {
        const auto worst = std::find_if(pairs.begin(), pairs.end(), [&](const Pair& pair) {
            return clock_difference(pair) == distances[i];
        });
        pairs.erase(worst);
    }
    return drops;
}

std::vector<std::string> slowdown_names(unsigned slowdowns) {
    std::vector<std::string> words;
    for (const auto& [bit, word] : slowdown_words)
        if ((slowdowns & bit) != 0) words.emplace_back(word);
    return words;
}

unsigned slowdowns_from(const std::vector<std::string>& words) {
    unsigned slowdowns = 0;
    for (const auto& [bit, word] : slowdown_words)
        if (std::find(words.begin(), words.end(), word) != words.end()) slowdowns |= bit;
    return slowdowns;
}

} // namespace grader
