#pragma once

/// @file
/// Breaks one thing in a copy of the fixture course and requires that the check reports it.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace flaws {

/// Output of the rules.
struct CheckOutput {
    std::string broken; ///< one finding per line: `labs/01_scale/student.cu:7: ...`
    std::string notes;
    std::string summary;
};

/// Runs the rules that only read files on the course in @p root.
CheckOutput check(const std::filesystem::path& root, bool released = false, bool fix = false);

/// Replaces the first @p from in @p file by @p to.
void replace(const std::filesystem::path& file, const std::string& from, const std::string& to);

/// One way to break a course, and a part of the finding that it must cause.
struct Flaw {
    std::function<void(const std::filesystem::path& course)> make;
    std::string told;
};

/// Applies each of @p flaws to a fresh copy of the course, called @p name, and requires that check() reports
/// it.
void require_findings(const std::string& name, const std::vector<Flaw>& flaws);

/// Makes a flaw that replaces @p from by @p to in one file.
Flaw instead(const std::string& file, const std::string& from, const std::string& to,
             const std::string& told);
/// Makes a flaw that appends @p line to @p file.
Flaw last_line(const std::string& file, const std::string& line, const std::string& told);
/// Makes a flaw that adds @p file.
Flaw with_extra_file(const std::string& file, const std::string& told);
/// Makes a flaw that removes @p file.
Flaw without(const std::string& file, const std::string& told);

} // namespace flaws
