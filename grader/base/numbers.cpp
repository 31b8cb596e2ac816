#include "base/numbers.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace grader {
namespace {

/// Formats @p value with three significant digits, without an exponent.
std::string three_digits(double value) {
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f}", value, decimals);
}

} // namespace

std::string format_time(double milliseconds) {
    if (milliseconds < 1) return three_digits(milliseconds * 1e3) + " µs";
    if (milliseconds < 1e3) return three_digits(milliseconds) + " ms";
    return three_digits(milliseconds / 1e3) + " s";
}

std::string format_points(double points) {
    // The small term prevents 0.3, which a double represents as slightly less, from becoming 0.2.
    const double tenths = std::floor(points * 10 + 1e-6);
    const bool whole = std::fmod(tenths, 10) == 0;
    return fmt::format("{:.{}f}", tenths / 10, whole ? 0 : 1);
}

std::string format_share(double share) { return fmt::format("{:.0f} %", share * 100); }

std::string format_bytes(std::size_t bytes) {
    if (bytes < 1024) return fmt::format("{} B", bytes);
    return fmt::format("{:.1f} KiB", static_cast<double>(bytes) / 1024);
}

int decimals_to_distinguish(double threshold, std::initializer_list<double> speedups) {
    int decimals = 2;
    const auto reads_the_same = [&](double speedup) {
        return speedup != threshold &&
               format_speedup(speedup, decimals) == format_speedup(threshold, decimals);
    };
    while (decimals < 4 && std::any_of(speedups.begin(), speedups.end(), reads_the_same)) ++decimals;
    return decimals;
}

std::string format_speedup(double speedup, int decimals) {
    return fmt::format("{:.{}f}×", speedup, decimals);
}

} // namespace grader
