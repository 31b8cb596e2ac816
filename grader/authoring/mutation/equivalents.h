#pragma once

/// @file
/// List of a lab's equivalent mutants: they behave as the solution does, so no test can detect them.

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "authoring/mutation/grade_mutants.h"

namespace grader::mutation {

/// Reason for each equivalent mutant, by id.
using Equivalents = std::map<std::string, std::string>;

/// Limit of the share of a lab's mutants that may be listed as equivalent.
inline constexpr double max_equivalent_share = 0.1;

/// Reads @p file, which may be missing. Throws ManifestError.
Equivalents read_equivalents(const std::filesystem::path& file);

/// Returns the file that lists the equivalent mutants of @p lab.
std::filesystem::path equivalents_file(const Lab& lab);

/// Returns the faults of the list @p listed, one sentence each: an id without a mutant, a mutant that was
/// caught, does not compile or is the same program anyway, and a list that exceeds max_equivalent_share.
std::vector<std::string> faults_of(const Equivalents& listed, const std::vector<MutantResult>& results);

} // namespace grader::mutation
