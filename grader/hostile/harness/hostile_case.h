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

/// The lowest isolation at which the grader promises what the case expects.
enum class Level {
    process, ///< accidents
    sandbox, ///< files, other students, the grader, the machine
    keeper,  ///< faked results and faked times
};

/// What the case's lab is, and so which backends it runs on.
enum class CourseKind {
    host, ///< fixture lab 01_scale in plain C++, on the backend `host`
    cuda, ///< the same lab on a GPU, simulated or real
    labs, ///< a lab of the course itself, simulated or real
};

/// Something that git cannot hold, or that lies elsewhere than among the student's files.
struct StagedFile {
    enum class Kind { file, link, hard_link, fifo, socket, sparse, folder, many_files };
    Kind kind = Kind::file;
    std::string path;        ///< below the case's scratch folder; bytes of it may be written `%1B`
    std::string text;        ///< of a file, with placeholders
    std::int64_t times = 1;  ///< how often a file has its text
    std::int64_t bytes = 0;  ///< length of a sparse file
    std::int64_t count = 0;  ///< how many files
    std::string target;      ///< of a link, with placeholders
    std::optional<int> mode; ///< permissions
};

/// What has to become of the case.
struct Expectation {
    int status = 1;               ///< of the grader; -1: a signal ended it
    std::string verdict = "fail"; ///< of the hostile submission; empty: the report need not have one
    std::string step;             ///< which has `step_status`; empty: none is looked at
    std::string step_status = "fail";
    std::vector<grader::MessagePattern> messages; ///< each fits what that step says
    std::vector<std::string> says;     ///< each occurs in a text of that step's messages (facts::texts_in())
    std::vector<std::string> says_not; ///< none of them occurs in the report or on the console
    std::vector<std::string> tells;    ///< each occurs on standard error or standard output
    std::vector<std::string> reports;  ///< each occurs in the report, written without blanks
    std::optional<double> most_points; ///< the hostile submission has no more
    std::int64_t submissions = 2;      ///< in the report; 1 without a neighbour
    bool report = true;                ///< there is one
};

/// One folder of the corpus.
struct HostileCase {
    std::filesystem::path folder;
    std::string name;  ///< group.name
    std::string title; ///< what it tries, in a sentence
    Level level = Level::process;
    CourseKind course = CourseKind::host;
    std::string lab = "01_scale";
    std::string student = "mallory";  ///< its folder in the class; bytes of it may be written `%1B`
    std::string shown_as;             ///< what the report calls it
    std::vector<std::string> only_on; ///< backends; empty: all that the course has
    std::vector<std::string> with;    ///< files of attacks/ that lie beside the student's
    std::vector<StagedFile> entries;
    std::vector<std::string> untouched;        ///< what it aims at, below the scratch folder; has to be there
    double seconds = 180;                      ///< in which the grader has to end
    bool pid_namespace = false;                ///< to be run where it can see no process of this machine
    std::optional<double> kill_after_s;        ///< the grader is killed so long after its start
    std::map<std::string, Expectation> expect; ///< by backend

    /// Whether an honest student is graded after the hostile one. A case of the course's own labs is about marks, and grading the
    /// lab's solution would take most of the time.
    [[nodiscard]] bool has_neighbour() const { return course != CourseKind::labs; }
};

/// Reads @p folder/case.toml. Throws std::runtime_error that names file, line and key.
HostileCase read_case(const std::filesystem::path& folder);

/// The backends that cases of @p course run on, `host`, or `sim` and `gpu`.
std::vector<std::string> backends_of(CourseKind course);

/// @p text with each `%XX` as the byte that it stands for.
std::string unescaped(const std::string& text);

} // namespace hostile
