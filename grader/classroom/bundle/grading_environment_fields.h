#pragma once

/// @file
/// Serialization of GradingEnvironment in a bundle.

#include "classroom/bundle/grading_environment.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Fields<grader::GradingEnvironment> {
    using GradingEnvironment = grader::GradingEnvironment;
    static constexpr auto list = std::tuple(
        field("grader", &GradingEnvironment::grader), field("course", &GradingEnvironment::course),
        field("course_files", &GradingEnvironment::course_files),
        field("module", &GradingEnvironment::module), field("backend", &GradingEnvironment::backend),
        field("device", &GradingEnvironment::device), field("device_slug", &GradingEnvironment::device_slug),
        field("thresholds", &GradingEnvironment::thresholds),
        field("device_option", &GradingEnvironment::device_option),
        field("driver", &GradingEnvironment::driver), field("runtime", &GradingEnvironment::runtime),
        field("toolkit", &GradingEnvironment::toolkit), field("compiler", &GradingEnvironment::compiler),
        field("isolation", &GradingEnvironment::isolation), field("missing", &GradingEnvironment::missing));
};
