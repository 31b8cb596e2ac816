#pragma once

/// @file
/// A class that is watched: what students hand in is taken, graded in its turn, and given back to them.

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

/// How often a watch looks, and how long.
struct WatchSchedule {
    double every = 2;  ///< seconds from one look to the next, at least
    bool once = false; ///< take what is there, grade it, and leave
};

/// Watches one class. Only the holder of the class's lock may.
class ClassWatch {
public:
    /// Of the class in @p folder, graded as @p wish says. Both, and @p context, have to outlive this.
    ClassWatch(Context& context, const ClassFolder& folder, const RunRequest& request,
               const WatchSchedule& schedule);

    /// What is to be graded; it grows.
    [[nodiscard]] RunStatus& run_status() { return run_status_; }
    /// Looks for what is new where it is time to, and tells everybody what has become of theirs. Whether more may come.
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
    bool idle_ = false;                           ///< the last look came to nothing
    std::vector<bool> announced_;                 ///< by job: its grade was told of
    std::set<std::string> reports_to_return_;     ///< students whose reports are not what they should be
    std::map<std::string, std::string> warnings_; ///< by what they are about, so that each is heard once
};

} // namespace grader
