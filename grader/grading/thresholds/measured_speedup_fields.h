#pragma once

/// @file
/// JSON fields of measured speedups in records.

#include "grading/thresholds/measure.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Names<grader::thresholds::Role> {
    using Role = grader::thresholds::Role;
    static constexpr std::array list = {named(Role::baseline, "baseline"), named(Role::known, "known"),
                                        named(Role::closest, "closest"), named(Role::solution, "solution")};
};

template <> struct kernelsmith::Fields<grader::thresholds::MeasuredSpeedup> {
    using MeasuredSpeedup = grader::thresholds::MeasuredSpeedup;
    static constexpr auto list =
        std::tuple(field("role", &MeasuredSpeedup::role), field("file", &MeasuredSpeedup::file),
                   field("speedup", &MeasuredSpeedup::ratio), field("low", &MeasuredSpeedup::low),
                   field("high", &MeasuredSpeedup::high), field("grades", &MeasuredSpeedup::grades),
                   field("rounds", &MeasuredSpeedup::rounds));
};
