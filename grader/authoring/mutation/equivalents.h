#pragma once

/// @file
/// The list of a lab's mutants that behave as the solution does, so that nobody can catch them.

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "authoring/mutation/grade_mutants.h"

namespace grader::mutation {

/// The reason for each, by id.
using Equivalents = std::map<std::string, std::string>;

/// At most so large a part of a lab's mutants may be listed.
inline constexpr double max_equivalent_share = 0.1;

/// Reads @p file, which may be missing. Throws ManifestError.
Equivalents read_equivalents(const std::filesystem::path& file);

/// The file that lists those of @p lab.
std::filesystem::path equivalents_file(const Lab& lab);

/// What is wrong with @p listed, a sentence each: an id that no mutant has, one that was caught, does not compile or
/// is the same program anyway, and a list that is too long.
std::vector<std::string> faults_of(const Equivalents& listed, const std::vector<MutantResult>& results);

} // namespace grader::mutation
