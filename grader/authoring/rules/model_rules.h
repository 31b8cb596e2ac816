#pragma once

/// @file
/// The rule that what is written of the performance model belongs together: its record, what was measured, `lab.toml` and
/// the page.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Holds the record of modelled times against the measured ones and the manifests, and the page docs/results/model.md
/// against the record. Where there is neither, there is no rule. Nothing is modelled for it: `grader times --check` does
/// that.
/// @param fix writes both where they are not current
void check_model_record(const Course& course, bool fix, CheckReport& report);

} // namespace grader
