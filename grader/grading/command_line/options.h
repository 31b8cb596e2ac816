#pragma once

/// @file
/// The command line.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "course/threshold.h"
#include "grading/command_line/class_options.h"
#include "grading/isolation/isolation.h"

namespace grader {

/// What the grader is asked to do.
enum class Command {
    grade,
    ladder,
    calibrate,
    sweep,
    explain,
    timeline,
    hint,
    watch,
    history,
    list,
    doctor,
    check_course,
    counters,
    times,
    bundle,
    class_changes,
    class_drive,
    class_report,
    class_status,
    class_watch,
    class_work,
    replay
};

/// One `--report`.
struct ReportOption {
    std::string format;         ///< `console`, `json`, or of a class a gradebook's name
    std::filesystem::path file; ///< empty: standard output
};

/// The command line, parsed.
struct Options {
    Command command = Command::grade; ///< grade, where the line names no command
    std::vector<std::string> labs;    ///< as typed, `04` or a whole id; empty: every lab
    std::filesystem::path all;        ///< `--all`: a set of labs or a class; empty: this tree's own
    std::filesystem::path file;       ///< `--file`, in place of the lab's student.cu; empty: none
    std::string backend = "auto";     ///< `--backend`: `auto`, `gpu`, `sim` or `host`
    std::string
        device; ///< `--device`: the slug whose thresholds hold, or that is modelled; empty: the usual one
    std::optional<ThresholdSource> thresholds; ///< `--thresholds`; none: the best source that there is
    std::string isolation_text;                ///< `--isolation` as typed; empty: not at all
    std::optional<IsolationWish> isolation;    ///< the same; none: as the files ask for that are graded
    std::optional<std::uint64_t> seed;         ///< `--seed`; none: a fresh secret one
    std::optional<std::string> only_case; ///< `--case`: the name of the one case to replay, without timing
    std::vector<ReportOption> reports;    ///< every `--report`; empty: the console's alone
    unsigned jobs = 0;                    ///< 0: as many as the machine has cores
    bool exit_zero = false;               ///< 0 for any marks
    std::filesystem::path course;         ///< `--course`; empty: the course around the current directory
    std::filesystem::path modules;        ///< `--modules`; empty: those built beside the grader

    std::vector<std::string> sweep;    ///< NAME=v,v,..., each an axis of the table of `sweep` or `explain`
    std::filesystem::path html;        ///< `explain --html`: the page to write; empty: none
    std::string rung;                  ///< `sweep --rung`: the rung to compile; empty: none was named
    std::optional<std::size_t> number; ///< `hint --number`: this hint again; none: the next one
    std::vector<std::filesystem::path> programs; ///< every `counters --program` and `times --program`
    std::vector<std::string> only; ///< `times --program --only`: the kernels that are modelled; empty: all
    std::string half;              ///< `times --program --half`: `seen` or `unseen` kernels; empty: both
    bool write = false;            ///< times: write what was modelled into docs/results/
    bool check = false;            ///< times: hold what was written against what is modelled
    bool record =
        false; ///< ladder, calibrate, counters, check-course --mutants and --tasks: write docs/results/
    double seconds = 60;   ///< `calibrate --seconds`: for each lab
    std::string mutants;   ///< `check-course --mutants`: the lab whose mutants are graded; empty: none
    std::string tasks;     ///< `check-course --tasks`: the lab that is graded after each task; empty: none
    bool fix = false;      ///< check-course, counters: write the generated tables
    bool released = false; ///< check-course: a student.cu that was worked on is an error
    std::string part;      ///< check-course: of the rungs and mistakes, "1/3"; empty: all of them

    ClassOptions of_class; ///< of classes

    // What `grader watch` tells the graders that it starts.
    std::optional<int> status_to;       ///< the descriptor for what is being done; none: the terminal
    std::optional<std::size_t> columns; ///< print as for a terminal so wide; none: as for standard output
    bool colour = false;                ///< with `columns`: print in colour
};

/// Parses. Ends the process for --help; throws UsageError for what makes no sense.
Options parse_options(int argc, char** argv);

} // namespace grader
