#include "grading/thresholds/rule.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/core.h>

#include "base/record/digits.h"

namespace grader::thresholds {
namespace {

constexpr int threshold_digits = 3;

/// The number of threshold_digits digits that @p round makes of @p value.
template <typename Round> double rounded(double value, Round round) {
    const double unit = std::pow(10, std::floor(std::log10(value)) + 1 - threshold_digits);
    return round_to_digits(round(value / unit) * unit, threshold_digits);
}

/// A half is rounded up, 924.5 to 925. in_digits() would round it to the even 924.
double nearest(double value) {
    if (!(value > 0) || !std::isfinite(value)) return value;
    return rounded(value, [](double number) { return std::round(number); });
}

double up(double value) {
    return rounded(value, [](double number) { return std::ceil(number); });
}

double down(double value) {
    return rounded(value, [](double number) { return std::floor(number); });
}

/// Where `pass` lies on the way from `known`, 0, to `full`, 1.
double place_of_pass(const Threshold& threshold) {
    return std::log(threshold.pass / threshold.known) / std::log(threshold.full / threshold.known);
}

/// The share of the solution's speedup that all points take on the reference.
double share_of_full(const Threshold& reference) {
    return reference.solution > 0 ? std::min(largest_share, reference.full / reference.solution)
                                  : largest_share;
}

Threshold without_gap(double known, double solution) {
    Threshold threshold;
    threshold.pass = threshold.full = down(surely_fast_enough * std::min(known, solution));
    threshold.known = nearest(ramp_without_gap * threshold.full);
    threshold.gain = nearest(solution / known);
    return threshold;
}

Threshold with_gap(double known, const Ratios& ratios, const Threshold& reference) {
    const double solution = ratios.solution;
    Threshold threshold;
    threshold.known = nearest(known);
    const double in_reach = surely_fast_enough * solution;
    double full = share_of_full(reference) * solution;
    if (full < smallest_gain * known) full = std::min(smallest_gain * known, in_reach);
    threshold.full = std::min(nearest(full), down(in_reach));

    threshold.pass = nearest(known * std::pow(threshold.full / known, place_of_pass(reference)));
    if (ratios.closest) threshold.pass = std::min(threshold.pass, down(surely_fast_enough * *ratios.closest));
    const double lowest = solution < clear_gap * known ? threshold.known : up(known / surely_too_slow);
    threshold.pass = std::clamp(threshold.pass, lowest, threshold.full);
    return threshold;
}

} // namespace

namespace {

/// By so much the lower end of a solution's interval may lie below the median, which thresholds were chosen by.
constexpr double median_over_low = 1.05;

} // namespace

std::string breach_of(const Threshold& threshold) {
    const auto& [known, pass, full, solution, limit, gain] = threshold;
    if (!(known <= pass && pass <= full)) return "known, pass and full are not in their order";
    if (solution <= 0) return {};
    if (full > surely_fast_enough * solution)
        return fmt::format("full is {:g}, and the solution reaches {:g} times, of which {:.0f} % are {:.2f}",
                           full, solution, 100 * surely_fast_enough, surely_fast_enough * solution);
    if (gain > 0) return {};
    if (solution >= clear_gap * known && pass < nearest(known / surely_too_slow))
        return fmt::format("pass is {:g}, and what is known reaches {:g} times; pass is at least {:.2f}",
                           pass, known, known / surely_too_slow);
    if (largest_share * solution >= smallest_gain * known &&
        (full < smallest_gain * known || full > median_over_low * largest_share * solution))
        return fmt::format(
            "full is {:g}; it is between {:g} times what is known and {:.0f} % of what the solution "
            "reaches, {:.2f} to {:.2f}",
            full, smallest_gain, 100 * largest_share, smallest_gain * known, largest_share * solution);
    return {};
}

Threshold derive(const Ratios& ratios, const Reference& reference) {
    const double known = std::max(ramp_start, ratios.known.value_or(ramp_start));
    Threshold threshold = ratios.solution < smallest_gap * known
                              ? without_gap(known, ratios.solution)
                              : with_gap(known, ratios, reference.threshold);
    threshold.solution = nearest(ratios.solution);
    threshold.limit = nearest(ratios.limit);
    return threshold;
}

} // namespace grader::thresholds
