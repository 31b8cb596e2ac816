#pragma once

/// @file
/// A case of the corpus: what is handed in, and what has to become of it. README.md explains each key.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "course/message_pattern.h"

namespace hostile {

/// The lowest isolation at which the grader guarantees the case's expectations.
enum class Level {
    process, ///< accidents
    sandbox, ///< files, other students, the grader, the machine
    keeper,  ///< faked results and faked times
};

/// Kind of the case's lab, which determines its backends.
enum class CourseKind {
    host, ///< fixture lab 01_scale in plain C++, on the backend `host`
    cuda, ///< the same lab on a GPU, simulated or real
    labs, ///< a lab of the course itself, simulated or real
};

/// A file that git cannot store, or that is outside of the student's files.
struct StagedFile {
    enum class Kind { file, link, hard_link, fifo, socket, sparse, folder, many_files };
    Kind kind = Kind::file;
    std::string path;        ///< below the case's scratch folder; bytes of it may be written `%1B`
    std::string text;        ///< content of a file, with placeholders
    std::int64_t times = 1;  ///< number of repetitions of the text
    std::int64_t bytes = 0;  ///< length of a sparse file
    std::int64_t count = 0;  ///< number of files
    std::string target;      ///< target of a link, with placeholders
    std::optional<int> mode; ///< permissions
};

/// The expected result of the case.
struct Expectation {
    int status = 1;               ///< exit status of the grader; -1: a signal ended it
    std::string verdict = "fail"; ///< verdict of the hostile submission; empty: optional
    std::string step;             ///< step that has `step_status`; empty: no step is checked
    std::string step_status = "fail";
    std::vector<grader::MessagePattern> messages; ///< each matches a message of that step
    std::vector<std::string> says;     ///< each occurs in a text of that step's messages (facts::texts_in())
    std::vector<std::string> says_not; ///< none of them occurs in the report or on the console
    std::vector<std::string> tells;    ///< each occurs on standard error or standard output
    std::vector<std::string> reports;  ///< each occurs in the report, written without blanks
    std::optional<double> most_points; ///< maximum points of the hostile submission
    std::int64_t submissions = 2;      ///< number in the report; 1 without a neighbour
    bool report = true;                ///< whether a report must exist
};

/// One folder of the corpus.
struct HostileCase {
    std::filesystem::path folder;
    std::string name;  ///< group.name
    std::string title; ///< what the submission does, as a predicate
    Level level = Level::process;
    CourseKind course = CourseKind::host;
    std::string lab = "01_scale";
    std::string student = "mallory";  ///< its folder in the class; bytes of it may be written `%1B`
    std::string shown_as;             ///< its name in the report
    std::vector<std::string> only_on; ///< backends; empty: all that the course has
    std::vector<std::string> with;    ///< files of attacks/ to copy next to the student's
    std::vector<StagedFile> entries;
    std::vector<std::string> untouched;        ///< targets of the attack, below the scratch folder; they
                                               ///< must exist and stay unchanged
    double seconds = 180;                      ///< time limit of the grader
    bool pid_namespace = false;                ///< run in a PID namespace, where no other process is
                                               ///< visible
    std::optional<double> kill_after_s;        ///< seconds from the grader's start to its SIGKILL
    std::map<std::string, Expectation> expect; ///< expectation per backend

    /// Returns whether an honest student is graded after the hostile one. A case of the course's own labs
    /// is about marks, and grading the lab's solution would take most of the time.
    [[nodiscard]] bool has_neighbour() const { return course != CourseKind::labs; }
};

/// Reads @p folder/case.toml. Throws std::runtime_error that names file, line and key.
HostileCase read_case(const std::filesystem::path& folder);

/// Returns the backends that cases of @p course run on, `host`, or `sim` and `gpu`.
std::vector<std::string> backends_of(CourseKind course);

/// Returns @p text with each `%XX` replaced by the byte with this hexadecimal value.
std::string unescaped(const std::string& text);

} // namespace hostile
