#pragma once

/// @file
/// JSON fields of thresholds in files that the grader keeps.

#include "course/threshold.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Fields<grader::Threshold> {
    using Threshold = grader::Threshold;
    static constexpr auto list =
        std::tuple(field("known", &Threshold::known), field("pass", &Threshold::pass),
                   field("full", &Threshold::full), field("solution", &Threshold::solution),
                   field("limit", &Threshold::limit), field("gain", &Threshold::gain));
};

template <> struct kernelsmith::Names<grader::ThresholdSource> {
    using Source = grader::ThresholdSource;
    static constexpr std::array list = {named(Source::measured, "measured"), named(Source::here, "here"),
                                        named(Source::predicted, "predicted"), named(Source::none, "none")};
};

template <> struct kernelsmith::Fields<grader::ThresholdsInUse> {
    using InUse = grader::ThresholdsInUse;
    static constexpr auto list =
        std::tuple(field("source", &InUse::source), field("gpu", &InUse::gpu),
                   field("thresholds", &InUse::threshold), field("grades", &InUse::grades),
                   optional_field("band", &InUse::band));
};
