#include "grading/thresholds/rule.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/core.h>

#include "base/record/digits.h"

namespace grader::thresholds {
namespace {

constexpr int threshold_digits = 3;

/// Returns @p value rounded by @p round to threshold_digits digits.
template <typename Round> double rounded(double value, Round round) {
    const double unit = std::pow(10, std::floor(std::log10(value)) + 1 - threshold_digits);
    return round_to_digits(round(value / unit) * unit, threshold_digits);
}

/// Rounds half up, 924.5 to 925. in_digits() would round to the even 924.
double round_to_nearest(double value) {
    if (!(value > 0) || !std::isfinite(value)) return value;
    return rounded(value, [](double number) { return std::round(number); });
}

double round_up(double value) {
    return rounded(value, [](double number) { return std::ceil(number); });
}

double round_down(double value) {
    return rounded(value, [](double number) { return std::floor(number); });
}

/// Returns the position of `pass` between `known`, 0, and `full`, 1.
double position_of_pass(const Threshold& threshold) {
    return std::log(threshold.pass / threshold.known) / std::log(threshold.full / threshold.known);
}

/// Returns the share of the solution's speedup that earns all points on the reference.
double share_of_full(const Threshold& reference) {
    return reference.solution > 0 ? std::min(max_full_share, reference.full / reference.solution)
                                  : max_full_share;
}

Threshold without_gap(double known, double solution) {
    Threshold threshold;
    threshold.pass = threshold.full = round_down(passing_share * std::min(known, solution));
    threshold.known = round_to_nearest(ramp_start_share * threshold.full);
    threshold.gain = round_to_nearest(solution / known);
    return threshold;
}

Threshold with_gap(double known, const Ratios& ratios, const Threshold& reference) {
    const double solution = ratios.solution;
    Threshold threshold;
    threshold.known = round_to_nearest(known);
    const double max_full = passing_share * solution;
    double full = share_of_full(reference) * solution;
    if (full < min_gain * known) full = std::min(min_gain * known, max_full);
    threshold.full = std::min(round_to_nearest(full), round_down(max_full));

    threshold.pass = round_to_nearest(known * std::pow(threshold.full / known, position_of_pass(reference)));
    if (ratios.closest)
        threshold.pass = std::min(threshold.pass, round_down(passing_share * *ratios.closest));
    const double min_pass =
        solution < min_clear_gap * known ? threshold.known : round_up(known / failing_share);
    threshold.pass = std::clamp(threshold.pass, min_pass, threshold.full);
    return threshold;
}

} // namespace

namespace {

/// Maximum ratio of the median to the lower end of a solution's interval; thresholds were chosen by the
/// median.
constexpr double median_over_low = 1.05;

} // namespace

std::string rule_violation(const Threshold& threshold) {
    const auto& [known, pass, full, solution, limit, gain] = threshold;
    if (!(known <= pass && pass <= full)) return "known, pass and full must be in increasing order";
    if (solution <= 0) return {};
    if (full > passing_share * solution)
        return fmt::format("full is {:g}, but the solution reaches {:g} times, of which {:.0f} % are {:.2f}",
                           full, solution, 100 * passing_share, passing_share * solution);
    if (gain > 0) return {};
    if (solution >= min_clear_gap * known && pass < round_to_nearest(known / failing_share))
        return fmt::format("pass is {:g}, and what is known reaches {:g} times; pass is at least {:.2f}",
                           pass, known, known / failing_share);
    if (max_full_share * solution >= min_gain * known &&
        (full < min_gain * known || full > median_over_low * max_full_share * solution))
        return fmt::format(
            "full is {:g}; it is between {:g} times what is known and {:.0f} % of what the solution "
            "reaches, {:.2f} to {:.2f}",
            full, min_gain, 100 * max_full_share, min_gain * known, max_full_share * solution);
    return {};
}

Threshold derive_threshold(const Ratios& ratios, const Reference& reference) {
    const double known = std::max(ramp_start, ratios.known.value_or(ramp_start));
    Threshold threshold = ratios.solution < min_gap * known ? without_gap(known, ratios.solution)
                                                            : with_gap(known, ratios, reference.threshold);
    threshold.solution = round_to_nearest(ratios.solution);
    threshold.limit = round_to_nearest(ratios.limit);
    return threshold;
}

} // namespace grader::thresholds
