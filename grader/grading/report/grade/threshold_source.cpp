#include "grading/report/grade/threshold_source.h"

#include <fmt/core.h>

#include "base/text.h"

namespace grader {

std::string source_in_words(const ThresholdsInUse& thresholds) {
    const std::string gpu = printable(thresholds.gpu);
    switch (thresholds.source) {
        case ThresholdSource::measured: return fmt::format("measured on {}", gpu);
        case ThresholdSource::here:
            return thresholds.grades == 1 ? "measured on this machine, one grade of each program"
                                          : fmt::format("measured on this machine, {} grades of each program",
                                                        thresholds.grades);
        case ThresholdSource::predicted: return fmt::format("predicted from {}", gpu);
        case ThresholdSource::none: break;
    }
    return "none for this GPU";
}

} // namespace grader
