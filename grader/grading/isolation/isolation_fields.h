#pragma once

/// @file
/// The fields of an isolation in reports and plans.

#include "grading/isolation/isolation.h"
#include "record/json_fields.h"

template <> struct kernelsmith::Names<grader::IsolationLevel> {
    using Level = grader::IsolationLevel;
    static constexpr std::array list = {named(Level::process, "process"), named(Level::sandbox, "sandbox"),
                                        named(Level::keeper, "keeper")};
};

template <> struct kernelsmith::Fields<grader::Isolation> {
    using Isolation = grader::Isolation;
    static constexpr auto list =
        std::tuple(field("level", &Isolation::level), field("own_user", &Isolation::own_user),
                   field("missing", &Isolation::missing));
};
