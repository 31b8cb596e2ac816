#include "grading/steps/device_thresholds.h"

namespace grader {
namespace {

/// The limits of one card in two measurements differ by less than this factor.
constexpr double same_limit = 0.95;

} // namespace

Threshold scale_to_limit(const Threshold& threshold, double limit) {
    if (!(limit > 0) || !(threshold.limit > 0)) return threshold;
    const double scale = limit / threshold.limit;
    Threshold here = threshold;
    for (double Threshold::*speedup :
         {&Threshold::known, &Threshold::pass, &Threshold::full, &Threshold::solution, &Threshold::limit})
        here.*speedup *= scale;
    return here;
}

Threshold effective_threshold(const ThresholdsInUse& in_use, double limit) {
    const Threshold here = scale_to_limit(in_use.threshold, limit);
    return here.pass < same_limit * in_use.threshold.pass ? here : in_use.threshold;
}

} // namespace grader
