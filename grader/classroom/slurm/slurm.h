#pragma once

/// @file
/// Interface to Slurm through its command-line tools.

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// A job array to submit.
struct ArrayRequest {
    std::string name;                  ///< unique among all jobs
    std::filesystem::path script;      ///< script that each task runs
    std::size_t tasks = 1;             ///< tasks have the numbers from 0 up to this, exclusive; 0: the job is
                                       ///< not an array
    std::size_t max_running_tasks = 0; ///< maximum number of tasks that run at a time; 0: all
    std::vector<std::string> options;  ///< sbatch options of the site
    std::filesystem::path log;         ///< file of the tasks' output, with sbatch's placeholders
};

/// State of a task in Slurm.
enum class TaskState {
    waiting,   ///< pending
    running,   ///< running or completing
    ended,     ///< ended by itself, with any exit status
    cancelled, ///< cancelled by a user
    lost,      ///< ended by Slurm or a failure: node, launch, time or memory limit, preemption
    gone,      ///< Slurm has no record of it any more, or reports a state that is not known here
};

/// Reports whether a task in @p state is pending or running.
bool is_alive(TaskState state);

/// One task.
struct TaskInfo {
    TaskState state = TaskState::gone; ///< its state
    std::string word;                  ///< Slurm's own name of the state: `NODE_FAIL`
    std::string reason;                ///< Slurm's reason for a pending task: `Resources`
};

/// The tasks of an array by their numbers; a job without an array has the one task 0.
using Tasks = std::map<std::size_t, TaskInfo>;

/// Parses the output of `squeue` for one array, one line per task as `ID|STATE|REASON`. Skips malformed
/// lines.
Tasks parse_tasks(const std::string& printed);

/// Slurm's commands on this machine. An array is identified by its unique name: after a controller crash,
/// Slurm may assign its number to another job.
class Slurm {
public:
    /// Throws EnvironmentError if Slurm's commands are not installed.
    Slurm();

    /// Submits @p request. Not idempotent: a second call submits a second array with the same name. If the
    /// controller does not answer, retries up to 60 times, 2 s apart, unless squeue lists the array by then.
    /// Throws EnvironmentError with Slurm's message if Slurm rejects the request or no retry succeeds, and
    /// Interrupted.
    void submit(const ArrayRequest& request) const;

    /// Returns the tasks of the array called @p name; none if Slurm has no record of it. Nothing if the
    /// controller does not answer.
    [[nodiscard]] std::optional<Tasks> tasks(const std::string& name) const;

    /// Returns a number of tasks that an array may have on this cluster; 1000 if its limit is unknown.
    [[nodiscard]] std::size_t max_array_size() const;

private:
    std::filesystem::path sbatch_;
    std::filesystem::path squeue_;
    std::filesystem::path scontrol_;
};

} // namespace grader
