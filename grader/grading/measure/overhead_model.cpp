#include "grading/measure/overhead_model.h"

#include <algorithm>

#include "grading/measure/statistics.h"

namespace grader {
namespace {

/// Returns the 90th percentile of @p values.
double ninetieth_percentile(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() * 9 / 10];
}

} // namespace

void OverheadModel::add(const TimedCall& call) {
    clock_lags_ms_.push_back(call.observed_ms - call.result.ms);
    wake_times_ms_.push_back(call.wake_ms);
    preparation_times_ms_.push_back(call.ready_ms);
}

double OverheadModel::charged_ms(const TimedCall& call) const {
    // Twice the median, so that an honest runner is not charged for a longer delay than usual.
    const double lag = 2 * median(clock_lags_ms_);
    const double early = std::max(0.0, call.wake_ms - ninetieth_percentile(wake_times_ms_));
    return std::max(call.result.ms, call.observed_ms - lag) + early;
}

bool OverheadModel::has_busy_device(const OverheadModel& others) const {
    constexpr double noise_ms = 0.5;
    return median(others.preparation_times_ms_) > 2 * median(preparation_times_ms_) + noise_ms;
}

} // namespace grader
