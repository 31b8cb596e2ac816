#include "grading/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace grader {
namespace {

void sort_numbers(std::vector<double>& values) {
    if (values.empty()) throw std::invalid_argument("a median of no values");
    // NaN has no order, and sorting with it is undefined behaviour.
    if (std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); }))
        throw std::invalid_argument("a median of values of which one is not a number");
    std::sort(values.begin(), values.end());
}

double middle(const std::vector<double>& sorted) {
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : sorted[half - 1] + (sorted[half] - sorted[half - 1]) / 2;
}

/// Returns the number of values to leave out on either side. Each value is below the true median with
/// probability 1/2, whatever the distribution, so the number of values below it is binomial. The terms are
/// kept as logarithms: 2^-n underflows a double from n = 1075 on.
std::size_t values_outside(std::size_t count, double confidence) {
    const double allowed = (1 - confidence) / 2;
    double log_term =
        -static_cast<double>(count) * std::log(2.0); // of exactly `outside` values below the median
    double tail = std::exp(log_term);
    std::size_t outside = 0;
    while (tail <= allowed && 2 * (outside + 1) < count) {
        log_term += std::log(static_cast<double>(count - outside) / static_cast<double>(outside + 1));
        ++outside;
        tail += std::exp(log_term);
    }
    // The interval from the k-th smallest to the k-th largest value misses the median with probability 2 P(at
    // most k - 1 below), and `outside` is the first number that is too likely: it is k. The k - 1 values
    // beyond the k-th are left out.
    return outside == 0 ? 0 : outside - 1;
}

} // namespace

double median(std::vector<double> values) {
    sort_numbers(values);
    return middle(values);
}

Interval median_interval(std::vector<double> values, double confidence) {
    sort_numbers(values);
    const std::size_t outside = values_outside(values.size(), confidence);
    return {middle(values), values[outside], values[values.size() - 1 - outside]};
}

ThresholdSide compare_to_threshold(const Interval& interval, double threshold) {
    if (interval.low >= threshold) return ThresholdSide::above;
    // Not `high < threshold -> below`: a straddling interval counts as passed, but an interval with NaN must
    // not.
    return interval.high >= threshold ? ThresholdSide::straddles : ThresholdSide::below;
}

} // namespace grader
