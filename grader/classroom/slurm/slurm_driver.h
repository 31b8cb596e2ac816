#pragma once

/// @file
/// A run of a class on Slurm: what is still to be done goes there as arrays, until nothing is. All that is known lies in the
/// class's folder, so that whoever steers may be killed, and the next one goes on.

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

/// How often the jobs of an array may be lost before a job is given up.
inline constexpr int max_lost_tasks = 3;

/// An array that was submitted. Its tasks do the jobs in the lines of its list.
struct SubmittedArray {
    std::string name;                            ///< what Slurm knows it by
    Stage stage = Stage::check;                  ///< what its tasks do
    std::vector<std::vector<std::size_t>> lines; ///< the jobs of each task
};

/// What one look at Slurm and the journal came to.
enum class DriveState {
    going_on,   ///< something is under way
    finished,   ///< nothing is left to be done
    cancelled,  ///< somebody cancelled what is left, so it is not submitted again
    unanswered, ///< the controller does not answer now
    disk_full,  ///< the disk of the journal is full, so whatever is submitted would be lost
};

/// Steers one run. Only the holder of the class's lock may.
class SlurmDriver {
public:
    /// @param rules how arrays are submitted
    SlurmDriver(const ClassFolder& folder, RunStatus& run_status, const Slurm& slurm,
                const SlurmRules& rules);

    /// Looks at what became of what was submitted, and submits what is needed. Throws EnvironmentError where Slurm refuses.
    DriveState step();

    /// The tasks of each array, as they were at the last look.
    [[nodiscard]] const std::map<std::string, Tasks>& tasks() const { return tasks_; }

private:
    /// What is known of a job's tasks of its present stage.
    struct TaskHistory {
        bool alive = false;     ///< one may still come to it
        bool cancelled = false; ///< the last was cancelled
        int lost = 0;           ///< how many ended without a word of it
        std::string word;       ///< what Slurm said of the last
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
    std::size_t number_;                 ///< of the last array: names never come again
    std::map<std::string, Tasks> tasks_; ///< by array
};

/// The tasks of all arrays of run @p run of the class in @p folder. Nothing where the controller does not answer now.
std::optional<std::map<std::string, Tasks>> tasks_of_run(const ClassFolder& folder, int run,
                                                         const Slurm& slurm);

/// Whether one of @p arrays has a task that may still do something.
bool any_is_alive(const std::map<std::string, Tasks>& arrays);

/// How many tasks of @p arrays run and wait, and for what.
std::string status_text(const std::map<std::string, Tasks>& arrays);

/// What a job of run @p run is called: no other class has the name, nor another run.
std::string slurm_job_name(const ClassFolder& folder, int run, const std::string& what);

/// Writes the script that runs @p words with the shell, in @p file.
void write_script(const std::filesystem::path& file, const std::vector<std::string>& words,
                  const std::string& tail);

} // namespace grader
