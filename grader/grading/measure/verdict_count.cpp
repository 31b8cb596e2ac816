#include "grading/measure/verdict_count.h"

#include <cmath>

namespace grader {
namespace {

/// Returns the probability of at most @p most fails among @p count verdicts that each fail with probability
/// @p rate, which is neither 0 nor 1.
double binomial_tail(std::size_t most, std::size_t count, double rate) {
    double tail = 0;
    double log_choices = 0; // logarithm of "count choose fails"
    for (std::size_t fails = 0; fails <= most; ++fails) {
        const auto failed = static_cast<double>(fails);
        const auto others = static_cast<double>(count - fails);
        tail += std::exp(log_choices + failed * std::log(rate) + others * std::log1p(-rate));
        log_choices += std::log(others) - std::log(failed + 1);
    }
    return tail;
}

} // namespace

void VerdictCount::add(ThresholdSide where) {
    ++verdicts;
    above += where == ThresholdSide::above ? 1 : 0;
    close += where == ThresholdSide::straddles ? 1 : 0;
    below += where == ThresholdSide::below ? 1 : 0;
}

VerdictCount& VerdictCount::operator+=(const VerdictCount& more) {
    verdicts += more.verdicts;
    above += more.above;
    close += more.close;
    below += more.below;
    return *this;
}

double fail_rate_bound(std::size_t fails, std::size_t verdicts) {
    constexpr double tail_probability = 0.05;
    constexpr int halvings = 60; // bisection steps: more than the bits of a double's mantissa
    if (fails >= verdicts) return 1;
    double low = 0;
    double high = 1;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (binomial_tail(fails, verdicts, middle) > tail_probability ? low : high) = middle;
    }
    return high;
}

} // namespace grader
