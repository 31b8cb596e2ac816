#pragma once

/// @file
/// The fields of a device's ceilings in a runner's response and in a results file.

#include "base/record/digits.h"
#include "grading/measure/ceilings.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Fields<grader::Ceilings> {
    using Ceilings = grader::Ceilings;
    using Digits = grader::Digits<4>;
    static constexpr auto list = std::tuple(field<Digits>("copy_gb_s", &Ceilings::copy_gb_s),
                                            field<Digits>("fp32_gflop_s", &Ceilings::fp32_gflop_s),
                                            // Results from before roots were measured have none.
                                            optional_field<Digits>("roots_giga_s", &Ceilings::roots_giga_s));
};
