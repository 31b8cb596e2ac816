#pragma once

/// @file
/// Runs the built grader as a user does: a command line in, a status, two texts and a report out.

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace harness {

/// Variables to add to this process's own. An empty value removes the variable.
using Environment = std::map<std::string, std::string>;

/// The result of a program.
struct RunResult {
    int status = -1; ///< exit status; -1 if a signal ended it
    std::string out;
    std::string err;
    std::vector<std::string>
        left_behind; ///< command lines of the processes that it started and that outlived it
};

/// Runs @p argv with standard output and error redirected to files, as in a script. Descendants are
/// identified by an environment variable that they inherit, whatever session or parent they have moved to.
RunResult run(const std::vector<std::string>& argv, const Environment& environment = {},
              const std::filesystem::path& directory = {});

/// Runs @p argv like run(), and sends @p signal to it as soon as @p now returns true. With @p errors its
/// standard error goes to that file, which a test can read meanwhile.
RunResult run_and_stop(const std::vector<std::string>& argv, const Environment& environment,
                       const std::filesystem::path& directory, const std::function<bool()>& now, int signal,
                       const std::filesystem::path& errors = {});

/// The variable that identifies a test's processes; its value is unique to the test.
inline const std::string mark_name = "KERNELSMITH_TEST_MARK";
std::string fresh_mark();
/// Returns the processes whose environment contains @p mark. A zombie has none any more.
std::vector<std::string> marked_processes(const std::string& mark);

/// Returns this process's environment with @p changes, one variable each.
std::vector<std::string> environment_with(Environment changes);
/// Returns @p texts in the form of exec's argument.
std::vector<char*> pointers(std::vector<std::string>& texts);

/// Returns an empty directory of this name under the build tree. It is unique to the test; the path is the
/// same in every run, so that cached builds of the files in it are found again.
std::filesystem::path scratch(const std::string& name);

/// Returns a copy of the fixture course in scratch(@p name), for tests that write into a course.
std::filesystem::path copy_of_course(const std::string& name);

/// Writes @p text to @p file and creates its directory.
void write(const std::filesystem::path& file, const std::string& text);
/// Returns the contents of @p file.
std::string read(const std::filesystem::path& file);

/// Returns a file of the fixture students.
std::filesystem::path student(const std::string& file);

/// The grader on the fixture course. Course, modules, backend and isolation are passed to it, and may be
/// changed.
class Grader {
public:
    std::filesystem::path course;
    std::string backend = "host";
    /// Isolation of the graded code. Fake compilers and simulators read and write files that a sandbox does
    /// not have. Empty: the grader's default.
    std::string isolation = "process";
    Environment environment;
    std::filesystem::path directory; ///< working directory of the grader
    /// File to which run_and_stop() writes standard error; empty: a temporary file.
    std::filesystem::path errors;

    Grader();
    explicit Grader(std::filesystem::path other_course);

    [[nodiscard]] RunResult run(std::vector<std::string> arguments) const;
    /// Runs the grader, and sends @p signal to it as soon as @p now returns true.
    [[nodiscard]] RunResult run_and_stop(std::vector<std::string> arguments, const std::function<bool()>& now,
                                         int signal) const;

private:
    [[nodiscard]] std::vector<std::string> command_line(std::vector<std::string> arguments) const;
};

/// A report of the grader, with accessors for tests.
class Report {
public:
    /// Parses @p text; throws if it is not JSON.
    explicit Report(const std::string& text) : document(nlohmann::json::parse(text)) {}

    /// Returns a lab of a report without a class.
    [[nodiscard]] const nlohmann::json& lab(std::string_view id) const;
    /// Returns a lab of one student of a class.
    [[nodiscard]] const nlohmann::json& lab(std::string_view student, std::string_view id) const;

    nlohmann::json document;
};

/// Returns a step of @p lab. Throws if there is none of this name.
const nlohmann::json& step(const nlohmann::json& lab, std::string_view name);

/// Returns a step's message and details, one per line.
std::string text_of(const nlohmann::json& step);

} // namespace harness
