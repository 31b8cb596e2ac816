#include "course/threshold.h"

namespace grader {

std::string to_string(ThresholdSource source) {
    switch (source) {
        case ThresholdSource::measured: return "measured";
        case ThresholdSource::here: return "here";
        case ThresholdSource::predicted: return "predicted";
        case ThresholdSource::none: return "none";
    }
    return "unknown";
}

std::optional<ThresholdSource> threshold_source_from(const std::string& text) {
    for (const ThresholdSource source :
         {ThresholdSource::measured, ThresholdSource::here, ThresholdSource::predicted})
        if (to_string(source) == text) return source;
    return std::nullopt;
}

} // namespace grader
