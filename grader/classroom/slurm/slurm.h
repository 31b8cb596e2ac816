#pragma once

/// @file
/// Slurm, by its own commands: what a run of a class asks of it and what it answers.

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// An array of tasks to submit.
struct ArrayRequest {
    std::string name;                  ///< that no other job has
    std::filesystem::path script;      ///< what each task runs
    std::size_t tasks = 1;             ///< 0 to this, exclusively; 0: a job that is no array
    std::size_t max_running_tasks = 0; ///< how many may run at a time; 0: all
    std::vector<std::string> options;  ///< of the site
    std::filesystem::path log;         ///< what tasks print, with sbatch's own place holders
};

/// What Slurm says of a task.
enum class TaskState {
    waiting,   ///< it will run
    running,   ///< it runs, or is about to end
    ended,     ///< it came to its end, whatever it ended with
    cancelled, ///< somebody did not want it any more
    lost,      ///< a node, a time limit or a job of more weight took it away
    gone,      ///< Slurm knows nothing of it any more
};

/// Whether a task in @p state may still do something.
bool is_alive(TaskState state);

/// One task.
struct TaskInfo {
    TaskState state = TaskState::gone; ///< what became of it
    std::string word;                  ///< Slurm's own: `NODE_FAIL`
    std::string reason;                ///< why it waits, in Slurm's own word: `Resources`
};

/// The tasks of an array by their numbers; a job that is no array has the one task 0.
using Tasks = std::map<std::size_t, TaskInfo>;

/// What `squeue` printed of one array, a line a task as `ID|STATE|REASON`. Lines that make no sense are left out.
Tasks parse_tasks(const std::string& printed);

/// Slurm's commands on this machine. An array is known by its name, which nobody else uses: its number may be given to another
/// one after a controller has crashed.
class Slurm {
public:
    /// Throws EnvironmentError where they are not installed.
    Slurm();

    /// Submits @p wish. A controller that does not answer is asked again for a while; what it took without an answer is not
    /// submitted once more. Throws EnvironmentError where Slurm refuses, with its words, and Interrupted.
    void submit(const ArrayRequest& request) const;

    /// What became of the tasks of the array called @p name; none where Slurm does not know it, or not any more. Nothing where
    /// the controller does not answer now.
    [[nodiscard]] std::optional<Tasks> tasks(const std::string& name) const;

    /// How many tasks an array may have here.
    [[nodiscard]] std::size_t max_array_size() const;

private:
    std::filesystem::path sbatch_;
    std::filesystem::path squeue_;
    std::filesystem::path scontrol_;
};

} // namespace grader
