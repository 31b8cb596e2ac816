#pragma once

/// @file
/// Drives a run of a class on Slurm: submits the remaining jobs as arrays until none is left. All state is in
/// the class's folder, so that a killed driver can be replaced by another one, which continues the run.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "classroom/run/class_folder.h"
#include "classroom/run/rules.h"
#include "classroom/run/run_status.h"
#include "classroom/slurm/slurm.h"

namespace grader {

/// Times that the tasks of one job may be lost before the job is given up.
inline constexpr int max_lost_tasks = 3;

/// A submitted array. Task N processes the jobs in line N of its list.
struct SubmittedArray {
    std::string name;                            ///< name in Slurm
    Stage stage = Stage::check;                  ///< stage that its tasks run
    std::vector<std::vector<std::size_t>> lines; ///< jobs of each task
};

/// Result of one step of the driver.
enum class DriveState {
    going_on,   ///< tasks are pending or running
    finished,   ///< no job is left
    cancelled,  ///< a user cancelled the remaining tasks, so they are not submitted again
    unanswered, ///< the controller does not answer
    disk_full,  ///< the journal's disk is full, so the result of a submitted task would be lost
};

/// Drives one run. Needs the class's lock.
class SlurmDriver {
public:
    /// @param rules how arrays are submitted
    SlurmDriver(const ClassFolder& folder, RunStatus& run_status, const Slurm& slurm,
                const SlurmRules& rules);

    /// Checks the submitted tasks, and submits what is needed. Throws EnvironmentError if Slurm rejects a
    /// submission.
    DriveState step();

    /// Tasks of each array, as of the last step.
    [[nodiscard]] const std::map<std::string, Tasks>& tasks() const { return tasks_; }

private:
    /// State of the tasks of a job's current stage.
    struct TaskHistory {
        bool alive = false;     ///< a task that includes the job is pending or running
        bool cancelled = false; ///< the last task was cancelled
        int lost = 0;           ///< number of tasks that ended without a journal entry of the job
        std::string word;       ///< Slurm's name of the last task's state
    };
    void submit(Stage stage, const std::vector<std::size_t>& jobs, bool one_by_one);
    void give_up(std::size_t job, Stage stage, const TaskHistory& history);
    [[nodiscard]] TaskHistory task_history_of(std::size_t job, Stage stage) const;

    const ClassFolder& folder_;
    RunStatus& run_status_;
    const Slurm& slurm_;
    SlurmRules rules_;
    std::size_t max_array_size_;
    std::filesystem::path run_directory_;
    std::vector<SubmittedArray> arrays_;
    std::size_t number_;                 ///< number of the last array: names are never reused
    std::map<std::string, Tasks> tasks_; ///< keyed by array
};

/// Returns the tasks of all arrays of run @p run of the class in @p folder. Nothing if the controller does
/// not answer.
std::optional<std::map<std::string, Tasks>> tasks_of_run(const ClassFolder& folder, int run,
                                                         const Slurm& slurm);

/// Reports whether any task of @p arrays is pending or running.
bool any_is_alive(const std::map<std::string, Tasks>& arrays);

/// Describes how many tasks of @p arrays run and how many are pending, with Slurm's reasons.
std::string status_text(const std::map<std::string, Tasks>& arrays);

/// Returns the name of a Slurm job of run @p run; no other class or run has the same name.
std::string slurm_job_name(const ClassFolder& folder, int run, const std::string& what);

/// Writes @p file, a script that runs @p words with the shell, followed by @p tail.
void write_script(const std::filesystem::path& file, const std::vector<std::string>& words,
                  const std::string& tail);

} // namespace grader
