#pragma once

/// @file
/// Options that several commands share. A command's own struct derives from those that it takes, and its declare() calls theirs.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "course/threshold.h"
#include "grading/isolation/isolation.h"

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace grader {

/// The course that a command works on.
struct CourseOptions {
    std::filesystem::path course;  ///< `--course`; empty: the course around the current directory
    std::filesystem::path modules; ///< `--modules`; empty: those built next to the grader

    /// Declares them on @p app.
    void declare(CLI::App& app);
};

/// The device, and how a grade is made on it.
struct BackendOptions {
    std::string backend = "auto"; ///< `--backend`: `auto`, `gpu`, `sim` or `host`
    std::string
        device; ///< `--device`: the slug whose thresholds hold, or that is modelled; empty: the usual one
    std::optional<ThresholdSource> thresholds; ///< `--thresholds`; none: the best source that there is
    std::string isolation_text;                ///< `--isolation` as typed; empty: not at all
    std::optional<IsolationRequest> isolation; ///< the same; none: as the files ask for that are graded
    std::optional<std::uint64_t> seed;         ///< `--seed`; none: a fresh secret one

    /// Declares them on @p app.
    void declare(CLI::App& app);
};

/// The hidden options that `grader watch` passes to the graders that it starts.
struct TerminalOptions {
    std::optional<int> status_to;       ///< the descriptor for what is being done; none: the terminal
    std::optional<std::size_t> columns; ///< print as for a terminal so wide; none: as for standard output
    bool colour = false;                ///< with `columns`: print in colour

    /// Declares them on @p app.
    void declare(CLI::App& app);
};

/// All that a Context is made of. Every command that has one takes these.
struct ContextOptions : CourseOptions, BackendOptions, TerminalOptions {
    /// Declares them on @p app.
    void declare(CLI::App& app);
};

/// The same, of a command about one lab.
struct LabOptions : ContextOptions {
    std::string lab; ///< as typed, `04` or a whole id

    /// Declares them on @p app.
    void declare(CLI::App& app);
};

/// How many files are compiled at once.
struct JobsOption {
    unsigned jobs; ///< `--jobs`; by default as many as the machine has cores

    /// With the cores of this machine.
    JobsOption();
    /// Declares them on @p app.
    void declare(CLI::App& app);
};

/// One `--report`.
struct ReportOption {
    std::string format;         ///< `console`, `json`, or of a class a gradebook's name
    std::filesystem::path file; ///< empty: standard output
};

/// Where reports go.
struct ReportOptions {
    std::vector<ReportOption> reports; ///< every `--report`; empty: the console's alone

    /// Declares them on @p app.
    void declare(CLI::App& app);
};

/// A run over a class, as `grader --all DIR` and `grader class watch` make it.
struct ClassRunOptions {
    bool fresh = false; ///< `--fresh`: grades that are there do not count
    std::string reason; ///< `--reason`: why grades are made again; empty: none was given
    bool prescreen =
        true;           ///< `--no-sieve`: the cases are not run on the simulator before a GPU's time is taken
    bool wait = true;   ///< `--no-wait`: leave where another grader runs the class
    std::string gpus;   ///< `--gpus`: `all`, or places such as `0,2`; empty: the first one
    bool slurm = false; ///< `--slurm`: Slurm grades the class
    bool detach = false; ///< `--detach`: a job of Slurm waits for it

    /// Declares them on @p app.
    void declare(CLI::App& app);
};

/// All that says how grades are made and reported.
struct GradingOptions : JobsOption, ReportOptions, ClassRunOptions {
    bool exit_zero = false; ///< `--exit-zero`: 0 for any marks

    /// Declares them on @p app.
    void declare(CLI::App& app);
};

/// `grader [LAB...]` and `grader --all DIR`, of one set of labs or of a class.
struct GradeOptions : ContextOptions, GradingOptions {
    std::vector<std::string> labs;        ///< as typed, `04` or a whole id; empty: every lab
    std::filesystem::path all;            ///< `--all`: a set of labs or a class; empty: this tree's own
    std::filesystem::path file;           ///< `--file`, in place of the lab's student.cu; empty: none
    std::optional<std::string> only_case; ///< `--case`: the name of the one case to replay, without timing

    /// Declares them on @p app.
    void declare(CLI::App& app);
    /// Throws UsageError where options exclude each other.
    void check() const;
};

/// Declares any number of LABs; @p none says what the command does without one.
CLI::Option* declare_labs(CLI::App& app, std::vector<std::string>& labs,
                          const std::string& none = "every lab when none is named");
/// Declares `--file`, in place of the lab's student.cu.
CLI::Option* declare_file(CLI::App& app, std::filesystem::path& file, const std::string& what);
/// Has @p option take one of @p values alone. Help and completion show them.
CLI::Option* one_of(CLI::Option* option, const std::vector<std::string>& values);

} // namespace grader
