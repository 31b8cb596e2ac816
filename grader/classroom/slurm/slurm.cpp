#include "classroom/slurm/slurm.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string_view>
#include <thread>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "grading/processes/process.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

fs::path command_called(const char* name) {
    fs::path program = find_program(name);
    if (program.empty())
        throw EnvironmentError(fmt::format("{} is not installed on this machine: --slurm needs Slurm's "
                                           "commands, on a machine from which jobs can be submitted.",
                                           name));
    return program;
}

ProcessResult run_slurm(const fs::path& program, const std::vector<std::string>& arguments) {
    constexpr double timeout_s = 120; // a controller that is starting needs a while
    ProcessSpec spec;
    spec.argv = {program.string()};
    spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
    spec.environment = {{"SLURM_TIME_FORMAT", "standard"}};
    return run_process(spec, timeout_s);
}

bool succeeded(const ProcessResult& finished) { return !finished.timed_out && finished.end.exit_code == 0; }

/// Reports whether the output of @p finished means that the controller is unreachable, rather than that it
/// rejected the request.
bool controller_is_unreachable(const ProcessResult& finished) {
    if (finished.timed_out) return true;
    for (const char* words :
         {"Unable to contact slurm controller", "Socket timed out", "Connection refused",
          "Zero Bytes were transmitted", "Slurm temporarily unable to accept job",
          "Slurm backup controller in standby mode", "Job/step already completing or completed"})
        if (finished.output.find(words) != std::string::npos) return true;
    return false;
}

constexpr std::array waiting_states = {"PENDING",      "REQUEUED",      "REQUEUE_FED",
                                       "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT"};
constexpr std::array running_states = {"RUNNING", "CONFIGURING", "COMPLETING", "SUSPENDED",
                                       "STOPPED", "RESIZING",    "SIGNALING",  "STAGE_OUT"};
constexpr std::array ended_states = {"COMPLETED", "FAILED"};
constexpr std::array lost_states = {"NODE_FAIL",     "TIMEOUT", "PREEMPTED",     "BOOT_FAIL",    "DEADLINE",
                                    "OUT_OF_MEMORY", "REVOKED", "LAUNCH_FAILED", "RECONFIG_FAIL"};

TaskState state_from(std::string_view word) {
    const auto is_one_of = [&](const auto& words) {
        for (const std::string_view known : words)
            if (word == known) return true;
        return false;
    };
    if (is_one_of(waiting_states)) return TaskState::waiting;
    if (is_one_of(running_states)) return TaskState::running;
    if (is_one_of(ended_states)) return TaskState::ended;
    if (word.starts_with("CANCELLED")) return TaskState::cancelled;
    return is_one_of(lost_states) ? TaskState::lost : TaskState::gone;
}

/// Parses a task's name, `17_3`, or `17` for a job without an array; nothing if @p name is neither.
std::optional<std::size_t> parse_task(std::string_view name) {
    const std::size_t line = name.find('_');
    if (line == std::string_view::npos) return 0;
    name.remove_prefix(line + 1);
    std::size_t task = 0;
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), task);
    return problem == std::errc() && end == name.data() + name.size() ? std::optional(task) : std::nullopt;
}

} // namespace

bool is_alive(TaskState state) { return state == TaskState::waiting || state == TaskState::running; }

Tasks parse_tasks(const std::string& printed) {
    Tasks tasks;
    for (const std::string_view line : split_lines(printed)) {
        const std::size_t first = line.find('|');
        if (first == std::string_view::npos) continue;
        const std::size_t second = std::min(line.find('|', first + 1), line.size());
        const auto task = parse_task(line.substr(0, first));
        if (!task) continue;
        const std::string word(line.substr(first + 1, second - first - 1));
        const TaskInfo info{state_from(word), word,
                            std::string(line.substr(std::min(second + 1, line.size())))};
        // If two jobs have the same name, one of which Slurm has forgotten, the live one counts.
        const auto known = tasks.find(*task);
        if (known == tasks.end() || is_alive(info.state)) tasks[*task] = info;
    }
    return tasks;
}

Slurm::Slurm()
    : sbatch_(command_called("sbatch")), squeue_(command_called("squeue")),
      scontrol_(command_called("scontrol")) {}

void Slurm::submit(const ArrayRequest& request) const {
    std::vector<std::string> arguments = {"--parsable", "--requeue", "--open-mode=append",
                                          "--job-name=" + request.name, "--output=" + request.log.string()};
    if (request.tasks > 0)
        arguments.push_back(
            fmt::format("--array=0-{}{}", request.tasks - 1,
                        request.max_running_tasks > 0 ? fmt::format("%{}", request.max_running_tasks) : ""));
    arguments.insert(arguments.end(), request.options.begin(), request.options.end());
    arguments.push_back(request.script.string());
    constexpr int max_attempts = 60;
    for (int i = 0;; ++i) {
        const ProcessResult finished = run_slurm(sbatch_, arguments);
        if (succeeded(finished)) return;
        if (i == max_attempts || !controller_is_unreachable(finished))
            throw EnvironmentError(fmt::format("Slurm rejected the jobs:\n{}", finished.output));
        std::this_thread::sleep_for(std::chrono::seconds(2));
        throw_if_interrupted();
        // The controller may have accepted the array without answering in time.
        if (const auto taken = tasks(request.name); taken && !taken->empty()) return;
    }
}

std::optional<Tasks> Slurm::tasks(const std::string& name) const {
    const ProcessResult finished =
        run_slurm(squeue_, {"--noheader", "--array", "--states=all", "--format=%i|%T|%r", "--name=" + name});
    return succeeded(finished) ? std::optional(parse_tasks(finished.output)) : std::nullopt;
}

std::size_t Slurm::max_array_size() const {
    constexpr std::size_t default_max_array_size = 1001;
    const ProcessResult finished = run_slurm(scontrol_, {"show", "config"});
    for (const std::string_view line : split_lines(finished.output)) {
        if (!line.starts_with("MaxArraySize")) continue;
        const std::string_view value = line.substr(std::min(line.find_first_of("0123456789"), line.size()));
        std::size_t most = 0;
        if (std::from_chars(value.data(), value.data() + value.size(), most).ec == std::errc() && most > 1)
            return most - 1;
    }
    return default_max_array_size - 1;
}

} // namespace grader
