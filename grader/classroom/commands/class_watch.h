#pragma once

/// @file
/// Continuous grading of a class: submissions are detected, graded in turn, and their reports returned to the
/// students.

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "classroom/run/class_folder.h"
#include "classroom/run/inbox.h"
#include "classroom/run/rules.h"
#include "classroom/run/run_plan.h"
#include "classroom/run/run_status.h"
#include "classroom/run/submission_scheduler.h"
#include "grading/command_line/context.h"

namespace grader {

/// How often a watch scans for submissions, and how long it runs.
struct WatchSchedule {
    double every = 2;  ///< minimum seconds between two scans
    bool once = false; ///< take the submissions that are there, grade them, and exit
};

/// Watches one class. Needs the class's lock.
class ClassWatch {
public:
    /// Watches the class in @p folder, graded as @p request says. Both, and @p context, must outlive this.
    ClassWatch(Context& context, const ClassFolder& folder, const RunRequest& request,
               const WatchSchedule& schedule);

    /// Status of the jobs planned so far; the plan grows while the watch runs.
    [[nodiscard]] RunStatus& run_status() { return run_status_; }
    /// Scans for new submissions if a scan is due, and returns changed reports to the students. Returns false
    /// if no more submissions can come.
    bool step();

private:
    const RunPlan& plan_graded_submissions();
    void scan();
    void print_new_grades();
    void return_changed_reports();
    [[nodiscard]] std::map<std::string, std::string> reports_for(const std::string& student) const;
    void warn_once(const std::string& about, const std::string& why);

    Context& context_;
    const ClassFolder& folder_;
    WatchSchedule schedule_;
    ClassRules rules_;
    Inbox inbox_;
    SubmissionScheduler scheduler_;
    Planner planner_;
    RunStatus run_status_;
    std::chrono::steady_clock::time_point next_scan_;
    int scans_ = 0;
    bool idle_ = false;                           ///< the last scan found nothing
    std::vector<bool> announced_;                 ///< whether each job's grade was printed
    std::set<std::string> reports_to_return_;     ///< students whose returned reports are out of date
    std::map<std::string, std::string> warnings_; ///< by subject, so that each warning is printed once
};

} // namespace grader
