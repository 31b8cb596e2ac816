#include "classroom/slurm/steering.h"

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
#include "classroom/run/here.h"

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// So many jobs that are ready to be timed make an array of their own, while others are still checked.
constexpr std::size_t worth_an_array = 8;

fs::path file_of_arrays(const fs::path& things) { return things / "arrays.json"; }

std::vector<SubmittedArray> arrays_in(const fs::path& things) {
    const fs::path file = file_of_arrays(things);
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

void write_arrays(const fs::path& things, const std::vector<SubmittedArray>& arrays) {
    json list = json::array();
    for (const SubmittedArray& array : arrays)
        list.push_back({{"name", array.name}, {"stage", to_string(array.stage)}, {"lines", array.lines}});
    write_atomically(file_of_arrays(things), json_text(list) + '\n');
}

/// Every line of the list is a task's jobs.
std::vector<std::vector<std::size_t>> in_lines(const std::vector<std::size_t>& jobs, std::size_t a_line) {
    std::vector<std::vector<std::size_t>> lines;
    for (std::size_t i = 0; i < jobs.size(); i += a_line)
        lines.emplace_back(jobs.begin() + static_cast<std::ptrdiff_t>(i),
                           jobs.begin() + static_cast<std::ptrdiff_t>(std::min(i + a_line, jobs.size())));
    return lines;
}

} // namespace

std::string name_for_slurm(const ClassFolder& folder, int run, const std::string& what) {
    constexpr int kept_bits = 24;
    return fmt::format("grade-{:06x}-{}-{}", derive(folder.secret(), "name for Slurm") >> (64 - kept_bits),
                       run, what);
}

void write_script(const fs::path& file, const std::vector<std::string>& words, const std::string& tail) {
    std::string line = "exec";
    for (const std::string& word : words) line += ' ' + shell_word(word);
    write_atomically(file, "#!/bin/sh\n" + line + tail + '\n');
}

Steering::Steering(const ClassFolder& folder, Standing& standing, const Slurm& slurm, const SlurmRules& rules)
    : folder_(folder), standing_(standing), slurm_(slurm), rules_(rules), most_tasks_(slurm.most_tasks()),
      things_(folder.things_of_run(standing.plan().run)), arrays_(arrays_in(things_)),
      number_(arrays_.size()) {}

Steered Steering::step() {
    for (const SubmittedArray& array : arrays_) {
        // What has ended for good is not asked for again.
        const auto known = tasks_.find(array.name);
        if (known != tasks_.end() &&
            std::none_of(known->second.begin(), known->second.end(),
                         [](const auto& task) { return is_alive(task.second.state); }))
            continue;
        std::optional<Tasks> tasks = slurm_.tasks(array.name);
        if (!tasks) return Steered::unanswered;
        tasks_[array.name] = std::move(*tasks);
    }
    // After that look: a task that had ended then has written all that it will ever write.
    standing_.refresh();
    std::map<Stage, std::vector<std::size_t>> fresh;
    std::map<Stage, std::vector<std::size_t>> lost;
    std::map<Stage, std::vector<std::pair<std::size_t, Hold>>> given_up;
    bool alive = false;
    bool cancelled = false;
    for (std::size_t i = 0; i < standing_.jobs().size(); ++i) {
        const At at = standing_.jobs()[i].at;
        if (at != At::waits_for_check && at != At::waits_for_time) continue;
        const Stage stage = at == At::waits_for_check ? Stage::check : Stage::time;
        const Hold hold = hold_on(i, stage);
        alive = alive || hold.alive;
        cancelled = cancelled || (!hold.alive && hold.cancelled);
        if (hold.alive || hold.cancelled) continue;
        if (hold.lost >= most_losses)
            given_up[stage].emplace_back(i, hold);
        else
            (hold.lost > 0 ? lost : fresh)[stage].push_back(i);
    }
    const bool checks_wait = !fresh[Stage::check].empty() || !lost[Stage::check].empty();
    const bool timings_wait = !fresh[Stage::time].empty() || !lost[Stage::time].empty();
    if ((checks_wait || timings_wait || !given_up.empty()) && !has_room(folder_.journal()))
        return Steered::no_room;
    for (const auto& [stage, jobs] : given_up)
        for (const auto& [job, hold] : jobs) give_up(job, stage, hold);
    // One that takes its whole task along is alone the next time.
    for (const Stage stage : {Stage::check, Stage::time})
        if (!lost[stage].empty()) submit(stage, lost[stage], true);
    if (!fresh[Stage::check].empty()) submit(Stage::check, fresh[Stage::check], false);
    const bool checks_go_on = alive || checks_wait;
    if (fresh[Stage::time].size() >= worth_an_array || (!fresh[Stage::time].empty() && !checks_go_on))
        submit(Stage::time, fresh[Stage::time], false);
    standing_.refresh();
    if (standing_.finished()) return Steered::finished;
    return !alive && !checks_wait && !timings_wait && cancelled ? Steered::cancelled : Steered::going_on;
}

Steering::Hold Steering::hold_on(std::size_t job, Stage stage) const {
    Hold hold;
    for (const SubmittedArray& array : arrays_) {
        if (array.stage != stage) continue;
        for (std::size_t line = 0; line < array.lines.size(); ++line) {
            const std::vector<std::size_t>& jobs = array.lines[line];
            if (std::find(jobs.begin(), jobs.end(), job) == jobs.end()) continue;
            const auto tasks = tasks_.find(array.name);
            TaskInfo info{TaskState::gone, "not known any more", ""};
            if (tasks == tasks_.end()) {
                info.state = TaskState::waiting; // submitted just now
            } else if (const auto task = tasks->second.find(line); task != tasks->second.end()) {
                info = task->second;
            }
            hold.alive = hold.alive || is_alive(info.state);
            hold.cancelled = info.state == TaskState::cancelled;
            hold.lost += is_alive(info.state) || hold.cancelled ? 0 : 1;
            hold.word = info.word;
        }
    }
    return hold;
}

void Steering::submit(Stage stage, const std::vector<std::size_t>& jobs, bool one_by_one) {
    const Plan& plan = standing_.plan();
    const std::vector<std::vector<std::size_t>> all = in_lines(jobs, one_by_one ? 1 : rules_.jobs_a_task);
    for (std::size_t from = 0; from < all.size(); from += most_tasks_) {
        const std::vector<std::vector<std::size_t>> lines(
            all.begin() + static_cast<std::ptrdiff_t>(from),
            all.begin() + static_cast<std::ptrdiff_t>(std::min(from + most_tasks_, all.size())));
        const std::string name = fmt::format("{}-{}", to_string(stage), ++number_);
        const fs::path list = things_ / (name + ".jobs");
        const fs::path script = things_ / (name + ".sh");
        std::string text;
        for (const std::vector<std::size_t>& line : lines) text += fmt::format("{}\n", fmt::join(line, " "));
        write_atomically(list, text);
        write_script(script,
                     {(plan.means.programs / "grader-class").string(), "class", "work",
                      folder_.directory().string(), "--run", std::to_string(plan.run), "--stage",
                      to_string(stage), "--list", list.string()},
                     " --slice \"$SLURM_ARRAY_TASK_ID\"");
        ArrayWish wish;
        wish.name = name_for_slurm(folder_, plan.run, name);
        wish.script = script;
        wish.tasks = lines.size();
        wish.at_once = rules_.at_once;
        wish.options = stage == Stage::check ? rules_.check : rules_.time;
        wish.log = things_ / (name + "-%a.log");
        arrays_.push_back({wish.name, stage, lines});
        write_arrays(things_, arrays_);
        slurm_.submit(wish);
    }
}

void Steering::give_up(std::size_t number, Stage stage, const Hold& hold) {
    const Plan& plan = standing_.plan();
    JournalEntry entry = entry_about(plan, plan.jobs[number], stage, Event::failed);
    entry.why = fmt::format(
        "its Slurm jobs ended {} times without a grade; the last was {}. What they said lies in {}",
        hold.lost, hold.word, things_.string());
    JournalWriter journal(folder_.journal(),
                          fmt::format("{}-steer-{}-{}", standing_.plan().run, host_name(), ::getpid()));
    for (int i = 0; i < most_failures; ++i) journal.append(entry);
}

std::optional<std::map<std::string, Tasks>> tasks_of_run(const ClassFolder& folder, int run,
                                                         const Slurm& slurm) {
    std::map<std::string, Tasks> arrays;
    for (const SubmittedArray& array : arrays_in(folder.things_of_run(run))) {
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

std::string words_for(const std::map<std::string, Tasks>& arrays) {
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
    return fmt::format("Slurm: {} running, {} waiting{}", running, waiting, why);
}

} // namespace grader
