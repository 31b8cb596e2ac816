#pragma once

/// @file
/// The event loop of `grader watch`: waits for a save, a key, a signal, or a grader that it has started.

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/files.h"
#include "grading/command_line/context.h"
#include "grading/terminal/folder_watch.h"
#include "grading/terminal/grader_child.h"
#include "grading/terminal/save_debouncer.h"
#include "grading/terminal/signal_pipe.h"
#include "grading/terminal/terminal.h"

namespace grader {

/// One session. Separate grader processes make grades, hints and listings: a crash or a stop of one of them
/// cannot affect this process, and each reads the course afresh.
class WatchSession {
public:
    /// Takes over the terminal and starts to watch @p all_labs, or the one of @p context; its graders get @p
    /// jobs. Throws EnvironmentError.
    WatchSession(Context& context, bool all_labs, unsigned jobs);

    /// Runs until the user quits.
    /// @return the signal that ended it; 0 after a key or Ctrl-C
    int run();

private:
    using Clock = std::chrono::steady_clock;
    /// The purpose of a started grader.
    enum class ChildTask { grade, hint, explain };

    void wait();
    [[nodiscard]] int poll_timeout_ms() const;
    void handle_signals();
    void handle_saves();
    void handle_key();
    void poll_child();
    void suspend();

    void switch_to_lab(const Lab& lab);
    void advance_after_pass();
    void go_to_next_lab();
    void grade_saved();
    void grade(const Lab& lab);
    void start(ChildTask work, const Lab& lab, std::vector<std::string> arguments);
    void stop_child();
    void handle_child_exit();
    void show_grade();
    void show_pages(const std::string& text);
    void show_keys();

    [[nodiscard]] bool follows(const std::string& lab) const { return all_labs_ || followed_.contains(lab); }
    [[nodiscard]] std::filesystem::path report_file() const { return scratch_.path() / "report.json"; }

    Context& context_;
    TemporaryDirectory scratch_;
    FolderWatch folders_;
    SignalPipe signals_;
    InteractiveTerminal terminal_;
    SaveDebouncer save_debouncer_;

    bool all_labs_; ///< whether no lab was named
    unsigned jobs_; ///< `--jobs` of the graders
    /// If a lab was named: it, and the labs that the session has moved on to.
    std::set<std::string> followed_;
    const Lab* lab_ = nullptr; ///< the lab that keys refer to
    std::unique_ptr<GraderChild> child_;
    ChildTask child_task_ = ChildTask::grade;
    std::optional<LabGrade> previous_grade_; ///< previous grade of the lab that is being graded
    std::string full_report_;                ///< report of the last grade, as `grader LAB` prints it
    bool quit_ = false;
    int stop_signal_ = 0;
};

} // namespace grader
