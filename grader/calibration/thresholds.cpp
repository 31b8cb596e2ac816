#include "calibration/thresholds.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/core.h>

#include "course/score.h"

namespace grader::calibration {
namespace {

constexpr int threshold_digits = 3;

/// The number of so many digits that @p round makes of @p value.
template <typename Round> double rounded(double value, int digits, Round round) {
    const double unit = std::pow(10, std::floor(std::log10(value)) + 1 - digits);
    // By way of its text, so that it is the number that a file holds.
    return std::stod(fmt::format("{:.{}g}", round(value / unit) * unit, digits));
}

double up(double value) {
    return rounded(value, threshold_digits, [](double number) { return std::ceil(number); });
}

double down(double value) {
    return rounded(value, threshold_digits, [](double number) { return std::floor(number); });
}

/// Where `pass` lies on the way from `known`, 0, to `full`, 1.
double place_of_pass(const Threshold& threshold) {
    return std::log(threshold.pass / threshold.known) / std::log(threshold.full / threshold.known);
}

} // namespace

double in_digits(double value, int digits) {
    if (!(value > 0) || !std::isfinite(value)) return value;
    return rounded(value, digits, [](double number) { return std::round(number); });
}

std::optional<Threshold> derive(const Ratios& ratios, const Reference& reference) {
    Threshold threshold;
    if (ratios.known) threshold.known = std::max(ramp_start, in_digits(*ratios.known, threshold_digits));
    const double smallest = smallest_gain * threshold.known;
    const double largest = largest_share * ratios.solution;
    const double share = reference.solution > 0
                             ? std::min(largest_share, reference.threshold.full / reference.solution)
                             : largest_share;
    threshold.full = ratios.solution > 0 ? down(share * ratios.solution) : 0;
    if (threshold.full < smallest) threshold.full = up(smallest);
    if (!(threshold.full <= largest)) return std::nullopt;

    const double wanted =
        threshold.known * std::pow(threshold.full / threshold.known, place_of_pass(reference.threshold));
    threshold.pass = in_digits(std::min(wanted, threshold.full), threshold_digits);
    if (ratios.closest) threshold.pass = std::min(threshold.pass, down(*ratios.closest / surely_fast_enough));
    threshold.pass = std::max(threshold.pass, up(threshold.known / surely_too_slow));
    return threshold;
}

} // namespace grader::calibration
