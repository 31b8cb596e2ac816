#pragma once

/// @file
/// Drives the built grader as a user does: a command line in, a status, two texts and a report out.

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace harness {

/// Variables on top of this process's own. An empty value takes the variable away.
using Environment = std::map<std::string, std::string>;

/// How a program ended.
struct RunResult {
    int status = -1; ///< exit status; -1 when a signal ended it
    std::string out;
    std::string err;
    std::vector<std::string>
        left_behind; ///< processes that it started and that outlived it, by their command lines
};

/// Runs @p argv with standard output and error going to files, as in a script. Descendants are told from
/// other processes by a variable of the environment that they inherit, whatever session or parent they have
/// moved to.
RunResult run(const std::vector<std::string>& argv, const Environment& environment = {},
              const std::filesystem::path& directory = {});

/// The same, and sends @p signal to it as soon as @p now says so. With @p errors its standard error goes to that file, where a test
/// can read it meanwhile.
RunResult run_and_stop(const std::vector<std::string>& argv, const Environment& environment,
                       const std::filesystem::path& directory, const std::function<bool()>& now, int signal,
                       const std::filesystem::path& errors = {});

/// The variable that tells a test's processes from others, and a value that no other test has.
inline const std::string mark_name = "KERNELSMITH_TEST_MARK";
std::string fresh_mark();
/// Processes whose environment holds @p mark. One that has ended and waits for its burial has none any more.
std::vector<std::string> marked_processes(const std::string& mark);

/// This process's environment with @p changes, a variable each.
std::vector<std::string> environment_with(Environment changes);
/// @p texts as exec wants them.
std::vector<char*> pointers(std::vector<std::string>& texts);

/// An empty directory of this name under the build tree. No other test has the same one; the path does not change
/// from run to run, so that builds of the files in it are found again.
std::filesystem::path scratch(const std::string& name);

/// A copy of the fixture course in scratch(@p name), for what writes into a course.
std::filesystem::path copy_of_course(const std::string& name);

/// Writes @p text to @p file and makes its directory.
void write(const std::filesystem::path& file, const std::string& text);
/// All of @p file.
std::string read(const std::filesystem::path& file);

/// A file of the fixture students.
std::filesystem::path student(const std::string& file);

/// The grader on the fixture course. It is told course, modules, backend and isolation, which may be others.
class Grader {
public:
    std::filesystem::path course;
    std::string backend = "host";
    /// What stands in for compilers and simulators reads and writes files that a room does not have. Empty: as the
    /// grader chooses.
    std::string isolation = "process";
    Environment environment;
    std::filesystem::path directory; ///< working directory
    std::filesystem::path errors; ///< run_and_stop() writes standard error to it; empty: to a temporary file

    Grader();
    explicit Grader(std::filesystem::path other_course);

    [[nodiscard]] RunResult run(std::vector<std::string> arguments) const;
    /// The same, and sends @p signal to it as soon as @p now says so.
    [[nodiscard]] RunResult run_and_stop(std::vector<std::string> arguments, const std::function<bool()>& now,
                                         int signal) const;

private:
    [[nodiscard]] std::vector<std::string> command_line(std::vector<std::string> arguments) const;
};

/// A report of the grader, with the ways into it that tests need.
class Report {
public:
    /// Parses @p text; throws when it is not JSON.
    explicit Report(const std::string& text) : document(nlohmann::json::parse(text)) {}

    /// A lab of one person's report.
    [[nodiscard]] const nlohmann::json& lab(std::string_view id) const;
    /// A lab of one student of a class.
    [[nodiscard]] const nlohmann::json& lab(std::string_view student, std::string_view id) const;

    nlohmann::json document;
};

/// A step of @p lab. Throws when there is none of this name.
const nlohmann::json& step(const nlohmann::json& lab, std::string_view name);

/// A step's message and details, a line each.
std::string text_of(const nlohmann::json& step);

} // namespace harness
