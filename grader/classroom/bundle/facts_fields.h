#pragma once

/// @file
/// The fields of what decides a grade besides the student's file, in a bundle.

#include "classroom/bundle/facts.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Fields<grader::Facts> {
    using Facts = grader::Facts;
    static constexpr auto list =
        std::tuple(field("grader", &Facts::grader), field("course", &Facts::course),
                   field("course_files", &Facts::course_files), field("module", &Facts::module),
                   field("backend", &Facts::backend), field("device", &Facts::device),
                   field("device_slug", &Facts::device_slug), field("thresholds", &Facts::thresholds),
                   field("device_option", &Facts::device_option), field("driver", &Facts::driver),
                   field("runtime", &Facts::runtime), field("toolkit", &Facts::toolkit),
                   field("compiler", &Facts::compiler), field("isolation", &Facts::isolation),
                   field("missing", &Facts::missing));
};
