#include "classroom/slurm/slurm_driver.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <unistd.h>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "base/secrets.h"
#include "base/shell_word.h"
#include "classroom/run/host_info.h"

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Number of jobs ready for timing that suffice for an array while others are still checked.
constexpr std::size_t min_timing_jobs_per_array = 8;

fs::path arrays_file(const fs::path& run_directory) { return run_directory / "arrays.json"; }

std::vector<SubmittedArray> read_arrays(const fs::path& run_directory) {
    const fs::path file = arrays_file(run_directory);
    std::vector<SubmittedArray> arrays;
    if (!fs::exists(file)) return arrays;
    try {
        for (const json& array : parse_json(read_text(file)))
            arrays.push_back({array.at("name"), stage_from(array.at("stage")).value_or(Stage::check),
                              array.at("lines").get<std::vector<std::vector<std::size_t>>>()});
    } catch (const json::exception& problem) {
        throw EnvironmentError(fmt::format("{} cannot be read: {}", file.string(), problem.what()));
    }
    return arrays;
}

void write_arrays(const fs::path& run_directory, const std::vector<SubmittedArray>& arrays) {
    json list = json::array();
    for (const SubmittedArray& array : arrays)
        list.push_back({{"name", array.name}, {"stage", to_string(array.stage)}, {"lines", array.lines}});
    write_atomically(arrays_file(run_directory), json_text(list) + '\n');
}

/// Splits @p jobs into lines of the list; each line has the jobs of one task.
std::vector<std::vector<std::size_t>> split_into_lines(const std::vector<std::size_t>& jobs,
                                                       std::size_t per_line) {
    std::vector<std::vector<std::size_t>> lines;
    for (std::size_t i = 0; i < jobs.size(); i += per_line)
        lines.emplace_back(jobs.begin() + static_cast<std::ptrdiff_t>(i),
                           jobs.begin() + static_cast<std::ptrdiff_t>(std::min(i + per_line, jobs.size())));
    return lines;
}

} // namespace

std::string slurm_job_name(const ClassFolder& folder, int run, const std::string& what) {
    constexpr int name_bits = 24;
    return fmt::format("grade-{:06x}-{}-{}", derive(folder.secret(), "name for Slurm") >> (64 - name_bits),
                       run, what);
}

void write_script(const fs::path& file, const std::vector<std::string>& words, const std::string& tail) {
    std::string line = "exec";
    for (const std::string& word : words) line += ' ' + shell_word(word);
    write_atomically(file, "#!/bin/sh\n" + line + tail + '\n');
}

SlurmDriver::SlurmDriver(const ClassFolder& folder, RunStatus& run_status, const Slurm& slurm,
                         const SlurmRules& rules)
    : folder_(folder), run_status_(run_status), slurm_(slurm), rules_(rules),
      max_array_size_(slurm.max_array_size()), run_directory_(folder.directory_of_run(run_status.plan().run)),
      arrays_(read_arrays(run_directory_)), number_(arrays_.size()) {}

DriveState SlurmDriver::step() {
    for (const SubmittedArray& array : arrays_) {
        // Do not query arrays again that have ended for good.
        const auto known = tasks_.find(array.name);
        if (known != tasks_.end() &&
            std::none_of(known->second.begin(), known->second.end(),
                         [](const auto& task) { return is_alive(task.second.state); }))
            continue;
        std::optional<Tasks> tasks = slurm_.tasks(array.name);
        if (!tasks) return DriveState::unanswered;
        tasks_[array.name] = std::move(*tasks);
    }
    // Read the journal after the query: a task that had ended by then has written all its entries.
    run_status_.refresh();
    std::map<Stage, std::vector<std::size_t>> fresh;
    std::map<Stage, std::vector<std::size_t>> lost;
    std::map<Stage, std::vector<std::pair<std::size_t, TaskHistory>>> given_up;
    bool alive = false;
    bool cancelled = false;
    for (std::size_t i = 0; i < run_status_.jobs().size(); ++i) {
        const JobState at = run_status_.jobs()[i].at;
        if (at != JobState::waiting_for_check && at != JobState::waiting_for_timing) continue;
        const Stage stage = at == JobState::waiting_for_check ? Stage::check : Stage::time;
        const TaskHistory history = task_history_of(i, stage);
        alive = alive || history.alive;
        cancelled = cancelled || (!history.alive && history.cancelled);
        if (history.alive || history.cancelled) continue;
        if (history.lost >= max_lost_tasks)
            given_up[stage].emplace_back(i, history);
        else
            (history.lost > 0 ? lost : fresh)[stage].push_back(i);
    }
    const bool checks_wait = !fresh[Stage::check].empty() || !lost[Stage::check].empty();
    const bool timings_wait = !fresh[Stage::time].empty() || !lost[Stage::time].empty();
    if ((checks_wait || timings_wait || !given_up.empty()) && !has_disk_space(folder_.journal()))
        return DriveState::disk_full;
    for (const auto& [stage, jobs] : given_up)
        for (const auto& [job, history] : jobs) give_up(job, stage, history);
    // A job that makes its whole task fail is submitted alone the next time.
    for (const Stage stage : {Stage::check, Stage::time})
        if (!lost[stage].empty()) submit(stage, lost[stage], true);
    if (!fresh[Stage::check].empty()) submit(Stage::check, fresh[Stage::check], false);
    const bool checks_go_on = alive || checks_wait;
    if (fresh[Stage::time].size() >= min_timing_jobs_per_array ||
        (!fresh[Stage::time].empty() && !checks_go_on))
        submit(Stage::time, fresh[Stage::time], false);
    run_status_.refresh();
    if (run_status_.finished()) return DriveState::finished;
    return !alive && !checks_wait && !timings_wait && cancelled ? DriveState::cancelled
                                                                : DriveState::going_on;
}

SlurmDriver::TaskHistory SlurmDriver::task_history_of(std::size_t job, Stage stage) const {
    TaskHistory history;
    for (const SubmittedArray& array : arrays_) {
        if (array.stage != stage) continue;
        for (std::size_t line = 0; line < array.lines.size(); ++line) {
            const std::vector<std::size_t>& jobs = array.lines[line];
            if (std::find(jobs.begin(), jobs.end(), job) == jobs.end()) continue;
            const auto tasks = tasks_.find(array.name);
            TaskInfo info{TaskState::gone, "no longer known", ""};
            if (tasks == tasks_.end()) {
                info.state = TaskState::waiting; // submitted, but not known to squeue yet
            } else if (const auto task = tasks->second.find(line); task != tasks->second.end()) {
                info = task->second;
            }
            history.alive = history.alive || is_alive(info.state);
            history.cancelled = info.state == TaskState::cancelled;
            history.lost += is_alive(info.state) || history.cancelled ? 0 : 1;
            history.word = info.word;
        }
    }
    return history;
}

void SlurmDriver::submit(Stage stage, const std::vector<std::size_t>& jobs, bool one_by_one) {
    const RunPlan& plan = run_status_.plan();
    const std::vector<std::vector<std::size_t>> all =
        split_into_lines(jobs, one_by_one ? 1 : rules_.max_jobs_per_task);
    for (std::size_t from = 0; from < all.size(); from += max_array_size_) {
        const std::vector<std::vector<std::size_t>> lines(
            all.begin() + static_cast<std::ptrdiff_t>(from),
            all.begin() + static_cast<std::ptrdiff_t>(std::min(from + max_array_size_, all.size())));
        const std::string name = fmt::format("{}-{}", to_string(stage), ++number_);
        const fs::path list = run_directory_ / (name + ".jobs");
        const fs::path script = run_directory_ / (name + ".sh");
        std::string text;
        for (const std::vector<std::size_t>& line : lines) text += fmt::format("{}\n", fmt::join(line, " "));
        write_atomically(list, text);
        write_script(script,
                     {(plan.config.programs / "grader-class").string(), "class", "work",
                      folder_.directory().string(), "--run", std::to_string(plan.run), "--stage",
                      to_string(stage), "--list", list.string()},
                     " --slice \"$SLURM_ARRAY_TASK_ID\"");
        ArrayRequest request;
        request.name = slurm_job_name(folder_, plan.run, name);
        request.script = script;
        request.tasks = lines.size();
        request.max_running_tasks = rules_.max_running_tasks;
        request.options = stage == Stage::check ? rules_.check : rules_.time;
        request.log = run_directory_ / (name + "-%a.log");
        arrays_.push_back({request.name, stage, lines});
        write_arrays(run_directory_, arrays_);
        slurm_.submit(request);
    }
}

void SlurmDriver::give_up(std::size_t number, Stage stage, const TaskHistory& history) {
    const RunPlan& plan = run_status_.plan();
    JournalEntry entry = make_entry(plan, plan.jobs[number], stage, Event::failed);
    entry.why = fmt::format("its Slurm jobs ended {} times without a grade; the state of the last one is {}. "
                            "Their output is in {}",
                            history.lost, history.word, run_directory_.string());
    JournalWriter journal(folder_.journal(),
                          fmt::format("{}-steer-{}-{}", run_status_.plan().run, host_name(), ::getpid()));
    for (int i = 0; i < max_failures_per_stage; ++i) journal.append(entry);
}

std::optional<std::map<std::string, Tasks>> tasks_of_run(const ClassFolder& folder, int run,
                                                         const Slurm& slurm) {
    std::map<std::string, Tasks> arrays;
    for (const SubmittedArray& array : read_arrays(folder.directory_of_run(run))) {
        std::optional<Tasks> tasks = slurm.tasks(array.name);
        if (!tasks) return std::nullopt;
        arrays[array.name] = std::move(*tasks);
    }
    return arrays;
}

bool any_is_alive(const std::map<std::string, Tasks>& arrays) {
    for (const auto& [id, tasks] : arrays)
        for (const auto& [number, task] : tasks)
            if (is_alive(task.state)) return true;
    return false;
}

std::string status_text(const std::map<std::string, Tasks>& arrays) {
    std::size_t waiting = 0;
    std::size_t running = 0;
    std::set<std::string> reasons;
    for (const auto& [id, tasks] : arrays)
        for (const auto& [number, task] : tasks) {
            waiting += task.state == TaskState::waiting ? 1 : 0;
            running += task.state == TaskState::running ? 1 : 0;
            if (task.state == TaskState::waiting && !task.reason.empty() && task.reason != "None")
                reasons.insert(task.reason);
        }
    const std::string why = reasons.empty() ? "" : fmt::format(" ({})", fmt::join(reasons, ", "));
    return fmt::format("Slurm: {} running, {} pending{}", running, waiting, why);
}

} // namespace grader
