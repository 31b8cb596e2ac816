#pragma once

/// @file
/// The fields of measured speedups in records.

#include "grading/thresholds/measure.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Names<grader::thresholds::Role> {
    using Role = grader::thresholds::Role;
    static constexpr std::array list = {named(Role::baseline, "baseline"), named(Role::known, "known"),
                                        named(Role::closest, "closest"), named(Role::solution, "solution")};
};

template <> struct kernelsmith::Fields<grader::thresholds::Reached> {
    using Reached = grader::thresholds::Reached;
    static constexpr auto list = std::tuple(field("role", &Reached::role), field("file", &Reached::file),
                                            field("speedup", &Reached::ratio), field("low", &Reached::low),
                                            field("high", &Reached::high), field("grades", &Reached::grades),
                                            field("rounds", &Reached::rounds));
};
