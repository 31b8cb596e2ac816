#pragma once

/// @file
/// Breaks one thing in a copy of the fixture course and looks whether the check says so.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace flaws {

/// What the rules said.
struct CheckOutput {
    std::string broken; ///< a finding a line: `labs/01_scale/student.cu:7: ...`
    std::string notes;
    std::string summary;
};

/// The rules that only read files, on the course in @p root.
CheckOutput check(const std::filesystem::path& root, bool released = false, bool fix = false);

/// Puts @p to in place of the first @p from in @p file.
void replace(const std::filesystem::path& file, const std::string& from, const std::string& to);

/// One way to break a course, and a part of what the check says then.
struct Flaw {
    std::function<void(const std::filesystem::path& course)> make;
    std::string told;
};

/// Makes each of @p flaws in a fresh copy of the course, called @p name, and requires that check() tells of
/// it.
void require_findings(const std::string& name, const std::vector<Flaw>& flaws);

/// A flaw in one file: @p to stands there instead of @p from.
Flaw instead(const std::string& file, const std::string& from, const std::string& to,
             const std::string& told);
/// A flaw that one more @p line at the end of @p file makes.
Flaw last_line(const std::string& file, const std::string& line, const std::string& told);
/// A flaw that a file more makes.
Flaw with_extra_file(const std::string& file, const std::string& told);
/// A flaw that a missing file makes.
Flaw without(const std::string& file, const std::string& told);

} // namespace flaws
