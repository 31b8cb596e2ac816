#pragma once

/// @file
/// Holds what came of a run against what has to come of it. Each function returns what is not so, a sentence each.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hostile/harness/hostile_case.h"
#include "hostile/harness/observe.h"

namespace hostile {

using Faults = std::vector<std::string>;

/// Adds @p more to @p all.
void append(Faults& all, Faults more);

/// What the grader itself may take in MiB: it reads what students' processes say, and must not believe their lengths. On a
/// GPU the course's own labs have inputs of a GiB, which it makes and shares.
std::size_t max_grader_mb(const HostileCase& hostile, const std::string& backend);

/// Whether no step of @p lab failed or fell short. Where the fixture has no model, speed is not measured on the simulator.
bool earned_all_that_was_measured(const nlohmann::json& lab);

/// @p expected of @p hostile, as it is on @p backend.
Expectation expected_on(const HostileCase& hostile, const std::string& backend, Expectation expected);

/// How the grader ended, and what it took; it may take @p max_mb MiB itself.
Faults judge_end(const Expectation& expected, const Outcome& outcome, std::size_t max_mb);

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
