#pragma once

/// @file
/// Holds what came of a run against what has to come of it. Each function returns what is not so, a sentence each.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/hostile_case.h"
#include "harness/observe.h"

namespace hostile {

using Faults = std::vector<std::string>;

/// Adds @p more to @p all.
void append(Faults& all, Faults more);

/// How the grader ended, and what it took.
Faults judge_end(const Expectation& expected, const Outcome& outcome);

/// Whether @p text, which the grader calls @p name, can be shown at a terminal: UTF-8, no command to the terminal, no
/// secret, no more than a person can read.
Faults judge_text(const std::string& name, const std::string& text);

/// The report as a document: JSON in plain ASCII, as @p schema says, without a secret.
Faults judge_document(const std::string& text, const nlohmann::json& schema);

/// What the report says of the hostile student, and of the neighbour.
Faults judge_grades(const HostileCase& hostile, const Expectation& expected, const nlohmann::json& report,
                    const Outcome& outcome);

/// The steps of the hostile student's grade, for whoever looks for the reason.
std::string summary(const HostileCase& hostile, const nlohmann::json& report);

} // namespace hostile
