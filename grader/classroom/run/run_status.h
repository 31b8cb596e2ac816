#pragma once

/// @file
/// Status of a run: the state of each job, from the plan and the journal.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "classroom/run/journal.h"
#include "classroom/run/run_plan.h"

namespace grader {

/// State of a job.
enum class JobState {
    waiting_for_check,  ///< nothing is done yet
    checking,           ///< a worker runs the check
    waiting_for_timing, ///< the check has passed, and a GPU must measure the speed
    timing,             ///< a worker runs the timing
    graded,             ///< done
    given_up,           ///< too many infrastructure errors
};

/// Infrastructure errors at one stage of one job within a run after which the job is given up.
inline constexpr int max_failures_per_stage = 2;

/// Status of one job.
struct JobStatus {
    JobState at = JobState::waiting_for_check; ///< current state
    std::optional<JournalEntry> check;         ///< result of the check
    std::optional<JournalEntry> time;          ///< result of the timing
    int failures = 0;                          ///< infrastructure errors at the current stage
    std::string why;                           ///< message of the last infrastructure error; empty: none

    /// Returns the entry with the complete grade; null if there is none yet.
    [[nodiscard]] const JournalEntry* grade() const {
        if (at != JobState::graded) return nullptr;
        return time ? &*time : &*check;
    }
};

/// Makes a journal line for @p event at @p stage of @p job, in a run of @p plan, with the current time and
/// this host.
JournalEntry make_entry(const RunPlan& plan, const Job& job, Stage stage, Event event);

/// Status of all jobs of a run, by their indices in the plan.
class RunStatus {
public:
    /// Reads the status of the jobs of @p plan from the journal of @p folder.
    RunStatus(const ClassFolder& folder, RunPlan plan);

    /// Appends the students and jobs that were added to @p plan, which is a later version of the same run's
    /// plan.
    void append_jobs(const RunPlan& plan);
    /// Reads what was appended to the journal since the last call. If @p check_liveness, also detects which
    /// jobs are in progress, which tests the lock of each journal file once.
    void refresh(bool check_liveness = false);

    /// Plan of the run.
    [[nodiscard]] const RunPlan& plan() const { return plan_; }
    /// Status of each job of the plan.
    [[nodiscard]] const std::vector<JobStatus>& jobs() const { return jobs_; }
    /// Returns how many jobs are in the state @p at.
    [[nodiscard]] std::size_t count(JobState at) const;
    /// Reports whether every job is graded or given up.
    [[nodiscard]] bool finished() const;

private:
    /// Journal entries about one stage of a submission, in this run and earlier ones.
    struct StageHistory {
        std::vector<JournalEntry> done;
        std::map<int, std::pair<int, std::string>> failures; ///< by run: number of infrastructure errors, and
                                                             ///< the last message
        std::optional<JournalEntry> began;                   ///< last entry of this run
    };
    void update_state(std::size_t job);
    void mark_running_jobs();
    [[nodiscard]] std::optional<JournalEntry> newest_entry(const Job& job, Stage stage) const;

    RunPlan plan_;
    JournalReader reader_;
    std::vector<JobStatus> jobs_;
    std::multimap<std::string, std::size_t> by_key_;
    std::map<std::pair<std::string, Stage>, StageHistory> history_;
};

} // namespace grader
