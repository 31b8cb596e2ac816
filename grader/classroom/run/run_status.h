#pragma once

/// @file
/// How far each job of a run has got, as its plan and the journal say.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "classroom/run/journal.h"
#include "classroom/run/run_plan.h"

namespace grader {

/// Where a job is on its way.
enum class JobState {
    waiting_for_check,  ///< nothing was done yet
    checking,           ///< somebody is at it
    waiting_for_timing, ///< it is right so far, and a GPU has to tell how fast it is
    timing,             ///< somebody is at it
    graded,             ///< done
    given_up,           ///< the machine failed too often
};

/// How often the machine may fail at one stage of one job within a run.
inline constexpr int max_failures_per_stage = 2;

/// What is known of one job.
struct JobStatus {
    JobState at = JobState::waiting_for_check; ///< where it is
    std::optional<JournalEntry> check;         ///< what its checks came to
    std::optional<JournalEntry> time;          ///< what its timing came to
    int failures = 0;                          ///< of the machine, at the stage that it is at
    std::string why;                           ///< what the machine said last; empty: nothing

    /// The entry that has the whole grade; null where there is none yet.
    [[nodiscard]] const JournalEntry* grade() const {
        if (at != JobState::graded) return nullptr;
        return time ? &*time : &*check;
    }
};

/// The line that tells of @p event at @p stage of @p job, in a run of @p plan: now, and from this machine.
JournalEntry make_entry(const RunPlan& plan, const Job& job, Stage stage, Event event);

/// All jobs of a run, by their places in the plan.
class RunStatus {
public:
    /// Of @p plan, with what the journal of @p folder says so far.
    RunStatus(const ClassFolder& folder, RunPlan plan);

    /// Takes over the students and the jobs that came to @p plan, the same run's.
    void append_jobs(const RunPlan& plan);
    /// Looks at what has been written since. Where @p check_liveness, also at who is at work now, which asks once for each
    /// file of the journal.
    void refresh(bool check_liveness = false);

    /// The run.
    [[nodiscard]] const RunPlan& plan() const { return plan_; }
    /// One for each of the plan's jobs.
    [[nodiscard]] const std::vector<JobStatus>& jobs() const { return jobs_; }
    /// How many jobs are at @p at.
    [[nodiscard]] std::size_t count(JobState at) const;
    /// Whether nothing is left to be done.
    [[nodiscard]] bool finished() const;

private:
    /// What is known of a submission's stage, in this run and in those before it.
    struct StageHistory {
        std::vector<JournalEntry> done;
        std::map<int, std::pair<int, std::string>> failures; ///< by run: how many, and what was said last
        std::optional<JournalEntry> began;                   ///< the last one of this run
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
