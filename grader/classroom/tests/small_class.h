#pragma once

/// @file
/// A class of a few students in the fixture course, and its report without parts that vary between gradings.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "testing/harness.h"

namespace small_class {

/// Creates a class called @p name with @p students students, each with both labs: some right, some wrong,
/// some broken, each with a different text. Nothing is graded yet.
std::filesystem::path make(const std::string& name, int students);

/// Puts @p file into the class @p directory as the submission of @p student for @p lab.
void submit(const std::filesystem::path& directory, const std::string& student, const std::string& lab,
            const std::filesystem::path& file);

/// Returns @p document without times, and without what depends on times.
nlohmann::json without_times(nlohmann::json document);

/// Returns a number that grows with all work on the class @p directory: the bytes of its list of submissions,
/// its plans and its journal.
std::uintmax_t progress(const std::filesystem::path& directory);

/// Counts the `done` lines in the journal of @p directory by submission and stage: 1 each if nothing was done
/// twice.
std::map<std::string, int> times_done(const std::filesystem::path& directory);

} // namespace small_class
