#pragma once

/// @file
/// A class of a few students in the fixture course, and its report without what differs from one grading to the next.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "testing/harness.h"

namespace small_class {

/// A class called @p name with @p students students, each with both labs: some right, some wrong, some broken, each with
/// text of its own. No grade was made of it yet.
std::filesystem::path make(const std::string& name, int students);

/// Puts @p file into the class @p directory as what @p student handed in for @p lab.
void submit(const std::filesystem::path& directory, const std::string& student, const std::string& lab,
            const std::filesystem::path& file);

/// @p document without times, and without what follows from times.
nlohmann::json without_times(nlohmann::json document);

/// A number that grows with each piece of work on the class @p directory: the bytes of its list of hand-ins, its plans and its
/// journal.
std::uintmax_t progress(const std::filesystem::path& directory);

/// How many lines of the journal of @p directory tell of a stage that is done, by submission and stage: 1 each where nothing was
/// done twice.
std::map<std::string, int> times_done(const std::filesystem::path& directory);

} // namespace small_class
