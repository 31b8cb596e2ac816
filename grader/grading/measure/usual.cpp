#include "grading/measure/usual.h"

#include <algorithm>

#include "grading/measure/statistics.h"

namespace grader {
namespace {

/// The value that a tenth of @p values is above.
double nearly_longest(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() * 9 / 10];
}

} // namespace

void Usual::add(const TimedCall& call) {
    lags_ms_.push_back(call.seen_ms - call.result.ms);
    wakes_ms_.push_back(call.wake_ms);
    readies_ms_.push_back(call.ready_ms);
}

double Usual::charge(const TimedCall& call) const {
    // Twice the usual, so that an honest runner is not charged for a delay that is longer than the last.
    const double lag = 2 * median(lags_ms_);
    const double early = std::max(0.0, call.wake_ms - nearly_longest(wakes_ms_));
    return std::max(call.result.ms, call.seen_ms - lag) + early;
}

bool Usual::is_busy(const Usual& others) const {
    constexpr double noise_ms = 0.5;
    return median(others.readies_ms_) > 2 * median(readies_ms_) + noise_ms;
}

} // namespace grader
