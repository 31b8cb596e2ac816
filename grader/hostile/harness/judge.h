#pragma once

/// @file
/// Compares the outcome of a run with the expectation. Each function returns the deviations, one sentence
/// each.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hostile/harness/hostile_case.h"
#include "hostile/harness/observe.h"

namespace hostile {

using Faults = std::vector<std::string>;

/// Appends @p more to @p all.
void append(Faults& all, Faults more);

/// Memory limit of the grader itself in MiB: it reads messages of students' processes, and must not trust
/// their lengths. On a GPU the course's own labs have inputs of a GiB, which the grader generates and
/// shares.
std::size_t max_grader_mb(const HostileCase& hostile, const std::string& backend);

/// Returns whether no step of @p lab failed or fell short. Where the fixture has no model, speed is not
/// measured on the simulator.
bool earned_all_that_was_measured(const nlohmann::json& lab);

/// Returns the expectation of @p hostile on @p backend.
Expectation expected_on(const HostileCase& hostile, const std::string& backend, Expectation expected);

/// Checks the grader's end and its resources; it may use @p max_mb MiB itself.
Faults judge_end(const Expectation& expected, const Outcome& outcome, std::size_t max_mb);

/// Checks that @p text, which the grader calls @p name, is safe for a terminal: UTF-8, no control
/// sequences, no secret, and no longer than a person can read.
Faults judge_text(const std::string& name, const std::string& text);

/// Checks the report as a document: JSON in plain ASCII, valid against @p schema, without a secret.
Faults judge_document(const std::string& text, const nlohmann::json& schema);

/// Checks the report's entries of the hostile student and of the neighbour.
Faults judge_grades(const HostileCase& hostile, const Expectation& expected, const nlohmann::json& report,
                    const Outcome& outcome);

/// Returns the steps of the hostile student's grade, to help find the reason of a failure.
std::string summary(const HostileCase& hostile, const nlohmann::json& report);

} // namespace hostile
