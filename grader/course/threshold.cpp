#include "course/threshold.h"

namespace grader {

std::string to_string(ThresholdSource source) {
    switch (source) {
        case ThresholdSource::measured: return "measured";
        case ThresholdSource::here: return "here";
        case ThresholdSource::unknown: return "unknown";
    }
    return "unknown";
}

std::optional<ThresholdSource> threshold_source_from(const std::string& text) {
    for (const ThresholdSource source :
         {ThresholdSource::measured, ThresholdSource::here, ThresholdSource::unknown})
        if (to_string(source) == text) return source;
    return std::nullopt;
}

} // namespace grader
