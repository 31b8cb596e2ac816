#pragma once

/// @file
/// What every command works with: the options, the course, the backend, and a line that shows it is alive.

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

/// One line on a terminal that is overwritten by the next; silent where nobody is watching.
class StatusLine {
public:
    /// @param descriptor where each text goes as a line of its own, in place of the terminal
    explicit StatusLine(std::optional<int> descriptor = std::nullopt);
    ~StatusLine() { clear(); }
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    /// Puts @p text in the line's place. It goes to standard error, so that a report can be piped.
    void show(const std::string& text);
    /// Takes the line away. Call it before anything else is printed.
    void clear();

private:
    std::optional<int> descriptor_;
    bool terminal_;
    bool shown_ = false;
};

/// Where programs and working files of the running grader are.
GraderPaths find_places();

/// The directory of the course that @p options are about. Throws UsageError where there is none.
std::filesystem::path course_root(const CourseOptions& options);

/// Everything a command needs, made once.
class Context {
public:
    /// Finds the course and reads every manifest. Throws UsageError and ManifestError.
    /// @param labs those that the command is about, as typed; empty: all of them
    Context(const ContextOptions& options, const GraderPaths& places, std::vector<std::string> labs = {});
    /// The same, about one lab.
    Context(const LabOptions& options, const GraderPaths& places) : Context(options, places, {options.lab}) {}

    /// As they were parsed.
    [[nodiscard]] const ContextOptions& options() const { return options_; }
    /// The course of `--course`, or else the one around the current directory.
    [[nodiscard]] const Course& course() const { return course_; }
    /// What this tree's owner has reached; each change is written at once.
    [[nodiscard]] Progress& progress() { return progress_; }
    /// Where programs and working files are.
    [[nodiscard]] const GraderPaths& places() const { return places_; }
    /// The line that shows what is being done.
    [[nodiscard]] StatusLine& status() { return status_; }
    /// How text for standard output may look.
    [[nodiscard]] const Style& style() const { return style_; }

    /// Where the problem modules are.
    [[nodiscard]] const std::filesystem::path& modules() const { return modules_; }

    /// Made at first use, because not every command needs a compiler.
    const Backend& backend();
    /// What is graded are files of strangers: without other wishes, they are kept apart strictly.
    void expect_untrusted_code() { default_isolation_ = IsolationRequest::strict; }
    /// A profiler watches what is run, which it cannot do in a room: without other wishes, there is none.
    void expect_profiler() { default_isolation_ = IsolationRequest::process; }
    /// What decides which thresholds are used: `--thresholds`, and what this tree keeps.
    [[nodiscard]] thresholds::ThresholdSelection threshold_selection();
    /// The thresholds for @p lab, found when they are asked for: they may have to be measured first.
    [[nodiscard]] std::function<ThresholdsInUse()> thresholds_of(const Lab& lab);
    /// The device for this process alone, until the result is destroyed. Null where the backend measures no
    /// device.
    std::unique_ptr<DeviceLock> lock_device();

    /// The labs named on the command line; all of them when none is.
    [[nodiscard]] std::vector<const Lab*> labs() const;
    /// The one lab a command takes.
    [[nodiscard]] const Lab& lab() const { return course_.lab(lab_names_.front()); }
    /// The same, of a command about times. Throws UsageError where the lab is not about speed.
    [[nodiscard]] const Lab& timed_lab() const;

private:
    /// Throws UsageError where `--device` names a GPU that neither has thresholds nor is modelled.
    void require_known_device() const;

    ContextOptions options_;
    std::vector<std::string> lab_names_; ///< labs
    GraderPaths places_;
    std::filesystem::path modules_;
    Course course_;
    Progress progress_;
    StatusLine status_;
    Style style_;
    std::unique_ptr<Backend> backend_;
    IsolationRequest default_isolation_ = IsolationRequest::automatic; ///< where the command line has none
};

} // namespace grader
