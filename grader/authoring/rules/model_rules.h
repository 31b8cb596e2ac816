#pragma once

/// @file
/// Rule: the texts on the performance model are consistent: its record, the measurements, `lab.toml` and the
/// page.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Compares the record of modelled times with the measured ones and the manifests, and the page
/// docs/results/model.md with the record. Without record and page, there is no rule. Does not run the model:
/// `grader times --check` does that.
/// @param fix writes both if they are outdated
void check_model_record(const Course& course, bool fix, CheckReport& report);

} // namespace grader
