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
#include "classroom/run/plan.h"
#include "classroom/run/rules.h"
#include "classroom/run/standing.h"
#include "classroom/run/turns.h"
#include "grading/command_line/context.h"

namespace grader {

/// How often a watch looks, and how long.
struct WatchPace {
    double every = 2;  ///< seconds from one look to the next, at least
    bool once = false; ///< take what is there, grade it, and leave
};

/// Watches one class. Only the holder of the class's lock may.
class ClassWatch {
public:
    /// Of the class in @p folder, graded as @p wish says. Both, and @p context, have to outlive this.
    ClassWatch(Context& context, const ClassFolder& folder, const Wish& wish, const WatchPace& pace);

    /// What is to be graded; it grows.
    [[nodiscard]] Standing& standing() { return standing_; }
    /// Looks for what is new where it is time to, and tells everybody what has become of theirs. Whether more may come.
    bool tend();

private:
    const Plan& first_plan();
    void look();
    void note_grades();
    void give_reports_back();
    [[nodiscard]] std::map<std::string, std::string> reports_for(const std::string& student) const;
    void complain(const std::string& about, const std::string& why);

    Context& context_;
    const ClassFolder& folder_;
    WatchPace pace_;
    ClassRules rules_;
    Inbox inbox_;
    Turns turns_;
    Planner planner_;
    Standing standing_;
    std::chrono::steady_clock::time_point next_look_;
    int looks_ = 0;
    bool idle_ = false;                             ///< the last look came to nothing
    std::vector<bool> told_;                        ///< by job: its grade was told of
    std::set<std::string> to_give_back_;            ///< students whose reports are not what they should be
    std::map<std::string, std::string> complaints_; ///< by what they are about, so that each is heard once
};

} // namespace grader
