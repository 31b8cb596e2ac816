#include "grading/processes/process.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <unistd.h>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/interrupt.h"
#include "base/search_path.h"
#include "grading/processes/child_monitor.h"
#include "grading/processes/child_registry.h"
#include "grading/processes/process_tree.h"
#include "grading/processes/spawn.h"

namespace grader {
namespace {

constexpr std::chrono::microseconds min_poll_interval{200};
constexpr std::chrono::microseconds max_poll_interval{10'000};

Process::Clock::duration in_clock(double seconds) {
    return std::chrono::duration_cast<Process::Clock::duration>(std::chrono::duration<double>(seconds));
}

} // namespace

Process::Process(const ProcessSpec& spec)
    : kill_timeout_s_(spec.kill_timeout_s), monitor_(std::make_unique<ChildMonitor>(spec)) {
    pid_ = spawn(spec, monitor_->output());
    monitor_->started(pid_);
}

Process::~Process() { kill(); }

bool Process::reap() {
    if (ended_) return true;
    const std::optional<ChildExit> exit = monitor_->reap();
    if (!exit) return false;
    end_.exit_code = exit->exit_code;
    end_.signal = exit->signal;
    close();
    return true;
}

void Process::close() {
    ended_ = true;
    ChildRegistry::instance().reap_orphans(Clock::now() + in_clock(kill_timeout_s_));
    monitor_->stop();
    end_.flooded = monitor_->flooded();
    end_.out_of_memory = monitor_->out_of_memory();
}

bool Process::wait_until(Clock::time_point deadline) {
    for (auto pause = min_poll_interval; !reap(); pause = std::min(pause * 2, max_poll_interval)) {
        if (Clock::now() >= deadline) return false;
        if (pause == max_poll_interval && is_held_by_tracer(pid_)) kill_tracers();
        throw_if_interrupted();
        std::this_thread::sleep_for(pause);
    }
    return true;
}

void Process::kill_tracers() {
    monitor_->kill();
    ChildRegistry::instance().collect_orphans();
}

void Process::kill() {
    if (ended_) return;
    const Clock::time_point deadline = Clock::now() + in_clock(kill_timeout_s_);
    for (auto pause = min_poll_interval; !reap(); pause = std::min(pause * 2, max_poll_interval)) {
        if (Clock::now() >= deadline) {
            monitor_->leave_behind();
            end_.signal = SIGKILL;
            end_.left_behind = true;
            return close();
        }
        // Kill repeatedly: the child may start other processes meanwhile, and one of its descendants may
        // trace it.
        kill_tracers();
        std::this_thread::sleep_for(pause);
    }
}

void Process::request_termination() const {
    if (!ended_) ::kill(pid_, SIGTERM);
}

void Process::stop(double seconds) {
    request_termination();
    const Clock::time_point deadline = Clock::now() + in_clock(seconds);
    for (auto pause = min_poll_interval; !reap() && Clock::now() < deadline;
         pause = std::min(pause * 2, max_poll_interval))
        std::this_thread::sleep_for(pause);
    kill();
}

bool Process::is_ending() const { return ended_ || grader::is_ending(pid_); }

ProcessEnd Process::end() const { return end_; }

std::string Process::output() const { return monitor_->text(); }

std::size_t Process::count_living() const { return ended_ ? 0 : grader::count_living(pid_); }

std::string Process::description() const { return fmt::format("process {}", pid_); }

ProcessResult run_process(const ProcessSpec& spec, double seconds) {
    Process process(spec);
    const bool ended = process.wait_until(Process::Clock::now() + in_clock(seconds));
    if (!ended) process.kill();
    if (process.end().left_behind)
        throw EnvironmentError(fmt::format("{} took more than {:g} s, and {} did not exit after SIGKILL; the "
                                           "disk or the driver that it waits for may hang",
                                           spec.argv.front(), seconds, process.description()));
    return {process.end(), process.output(), !ended};
}

std::filesystem::path find_program(const std::string& program) {
    const auto runs = [](const std::filesystem::path& file) {
        return ::access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file);
    };
    if (program.find('/') != std::string::npos) return runs(program) ? program : "";
    for (const std::filesystem::path& directory : directories_of(search_path({}, "PATH"))) {
        const std::filesystem::path candidate = directory / program;
        if (runs(candidate)) return candidate;
    }
    return {};
}

} // namespace grader
