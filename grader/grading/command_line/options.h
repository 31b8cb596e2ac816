#pragma once

/// @file
/// Options that several commands share. The options of a command derive from the structs that it takes, and
/// its declare() calls theirs.

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
    std::filesystem::path course;  ///< `--course`; empty: the course that contains the current directory
    std::filesystem::path modules; ///< `--modules`; empty: those built next to the grader

    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

/// The device, and the options of a grade on it.
struct BackendOptions {
    std::string backend = "auto"; ///< `--backend`: `auto`, `gpu`, `sim` or `host`
    std::string
        /// `--device`: slug of the GPU whose thresholds apply, or that is modelled; empty: the default
        device;
    std::optional<ThresholdSource> thresholds; ///< `--thresholds`; none: the best available source
    std::string isolation_text;                ///< `--isolation` as typed; empty: not given
    /// `--isolation` parsed; none: the default for the graded files
    std::optional<IsolationRequest> isolation;
    std::optional<std::uint64_t> seed; ///< `--seed`; none: a new secret one

    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

/// The hidden options that `grader watch` passes to the graders that it starts.
struct TerminalOptions {
    std::optional<int> status_to;       ///< file descriptor for status texts; none: the terminal
    std::optional<std::size_t> columns; ///< width of the emulated terminal; none: standard output decides
    bool colour = false;                ///< with `columns`: print in colour

    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

/// The options of a Context. Every command that has one takes these.
struct ContextOptions : CourseOptions, BackendOptions, TerminalOptions {
    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

/// The options of a Context for a command about one lab.
struct LabOptions : ContextOptions {
    std::string lab; ///< as typed, `04` or a whole id

    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

/// The number of files to compile in parallel.
struct JobsOption {
    unsigned jobs; ///< `--jobs`; default: the number of cores of the machine

    /// Sets the number of cores of this machine.
    JobsOption();
    /// Declares the option on @p app.
    void declare(CLI::App& app);
};

/// One `--report`.
struct ReportOption {
    std::string format;         ///< `console`, `json`, or for a class the name of a gradebook
    std::filesystem::path file; ///< empty: standard output
};

/// The destinations of reports.
struct ReportOptions {
    std::vector<ReportOption> reports; ///< every `--report`; empty: only the console's

    /// Declares the option on @p app.
    void declare(CLI::App& app);
};

/// The options of a run over a class: `grader --all DIR` and `grader class watch`.
struct ClassRunOptions {
    bool fresh = false; ///< `--fresh`: ignore existing grades
    std::string reason; ///< `--reason`: why grades are made again; empty: not given
    /// False with `--no-prescreen`: do not prescreen the cases on the simulator before using a GPU.
    bool prescreen = true;
    bool wait = true;    ///< false with `--no-wait`: exit if another grader runs the class
    std::string gpus;    ///< `--gpus`: `all`, or indices such as `0,2`; empty: the first one
    bool slurm = false;  ///< `--slurm`: Slurm grades the class
    bool detach = false; ///< `--detach`: a Slurm job waits for the run, not this process

    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

/// The options for making and reporting grades.
struct GradingOptions : JobsOption, ReportOptions, ClassRunOptions {
    bool exit_zero = false; ///< `--exit-zero`: exit with 0 for any grades

    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

/// The options of `grader [LAB...]` and `grader --all DIR`, for one set of labs or a class.
struct GradeOptions : ContextOptions, GradingOptions {
    std::vector<std::string> labs; ///< as typed, `04` or a whole id; empty: every lab
    std::filesystem::path all;     ///< `--all`: a set of labs or a class; empty: this tree's own files
    std::filesystem::path file;    ///< `--file`, which replaces the lab's student.cu; empty: none
    /// `--case`: the name of the only case to replay, without timing
    std::optional<std::string> only_case;

    /// Declares the options on @p app.
    void declare(CLI::App& app);
    /// Throws UsageError if options exclude each other.
    void check() const;
};

/// Declares any number of LABs; @p none describes the default.
CLI::Option* declare_labs(CLI::App& app, std::vector<std::string>& labs,
                          const std::string& none = "default: every lab");
/// Declares `--file`, which replaces the lab's student.cu.
CLI::Option* declare_file(CLI::App& app, std::filesystem::path& file, const std::string& what);
/// Restricts @p option to one of @p values. Help and completion show them.
CLI::Option* one_of(CLI::Option* option, const std::vector<std::string>& values);

} // namespace grader
