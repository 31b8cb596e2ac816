#pragma once

/// @file
/// The state that every command uses: the options, the course, the backend, and a status line.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/style.h"
#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/command_line/options.h"
#include "grading/history/progress.h"
#include "grading/measure/device_lock.h"
#include "grading/thresholds/select_thresholds.h"

namespace grader {

/// A line on a terminal that the next text overwrites; silent without a terminal.
class StatusLine {
public:
    /// @param descriptor file descriptor that gets each text as a separate line, instead of the terminal
    explicit StatusLine(std::optional<int> descriptor = std::nullopt);
    ~StatusLine() { clear(); }
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    /// Replaces the line by @p text. It goes to standard error, so that a report can be piped.
    void show(const std::string& text);
    /// Erases the line. Call it before anything else is printed.
    void clear();

private:
    std::optional<int> descriptor_;
    bool terminal_;
    bool shown_ = false;
};

/// Returns the paths of programs and working files of the running grader.
GraderPaths find_places();

/// Returns the directory of the course that @p options name. Throws UsageError if there is none.
std::filesystem::path course_root(const CourseOptions& options);

/// The state that a command needs, constructed once.
class Context {
public:
    /// Finds the course and reads every manifest. Throws UsageError and ManifestError.
    /// @param labs the labs of the command, as typed; empty: all of them
    Context(const ContextOptions& options, const GraderPaths& places, std::vector<std::string> labs = {});
    /// Constructs the context of a command about one lab.
    Context(const LabOptions& options, const GraderPaths& places) : Context(options, places, {options.lab}) {}

    /// Returns the parsed options.
    [[nodiscard]] const ContextOptions& options() const { return options_; }
    /// Returns the course of `--course`, or else the one that contains the current directory.
    [[nodiscard]] const Course& course() const { return course_; }
    /// Returns the progress of this tree's owner; each change is written at once.
    [[nodiscard]] Progress& progress() { return progress_; }
    /// Returns the paths of programs and working files.
    [[nodiscard]] const GraderPaths& places() const { return places_; }
    /// Returns the status line.
    [[nodiscard]] StatusLine& status() { return status_; }
    /// Returns the style of text for standard output.
    [[nodiscard]] const Style& style() const { return style_; }

    /// Returns the directory of the problem modules.
    [[nodiscard]] const std::filesystem::path& modules() const { return modules_; }

    /// Returns the backend, constructed at first use, because not every command needs a compiler.
    const Backend& backend();
    /// Makes strict isolation the default, because the files to grade are from strangers.
    void expect_untrusted_code() { default_isolation_ = IsolationRequest::strict; }
    /// Makes the default isolation that of a process, because a profiler cannot observe a program in a
    /// sandbox.
    void expect_profiler() { default_isolation_ = IsolationRequest::process; }
    /// Returns the inputs of the selection of thresholds: `--thresholds`, and what this tree has stored.
    [[nodiscard]] thresholds::ThresholdSelection threshold_selection();
    /// Returns a function that finds the thresholds for @p lab when it is called: they may have to be
    /// measured first.
    [[nodiscard]] std::function<ThresholdsInUse()> thresholds_of(const Lab& lab);
    /// Locks the device for this process, until the result is destroyed. Null if the backend measures no
    /// device.
    std::unique_ptr<DeviceLock> lock_device();

    /// Returns the labs named on the command line; all of them if none is named.
    [[nodiscard]] std::vector<const Lab*> labs() const;
    /// Returns the only lab of a command about one lab.
    [[nodiscard]] const Lab& lab() const { return course_.lab(lab_names_.front()); }
    /// Returns the only lab of a command about times. Throws UsageError if the lab is not timed.
    [[nodiscard]] const Lab& timed_lab() const;

private:
    /// Throws UsageError if `--device` names a GPU that neither has thresholds nor is modelled.
    void require_known_device() const;

    ContextOptions options_;
    std::vector<std::string> lab_names_; ///< as typed; empty: all labs
    GraderPaths places_;
    std::filesystem::path modules_;
    Course course_;
    Progress progress_;
    StatusLine status_;
    Style style_;
    std::unique_ptr<Backend> backend_;
    /// Default if the command line has no `--isolation`
    IsolationRequest default_isolation_ = IsolationRequest::automatic;
};

} // namespace grader
