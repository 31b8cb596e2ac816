#include "hostile/harness/observe.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <set>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace hostile {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Interval between two polls of the running processes.
constexpr double poll_interval_s = 0.04;
/// Limit of the output that is read; longer output is only known to exist.
constexpr std::size_t max_output_bytes = 16 << 20;

struct ProcessInfo {
    pid_t pid = 0;
    pid_t parent = 0;
    char state = '?';
};

std::optional<ProcessInfo> read_process(const fs::path& process) {
    const std::string stat = harness::read(process / "stat");
    const std::size_t name_end = stat.rfind(')');
    if (name_end == std::string::npos) return std::nullopt;
    ProcessInfo seen;
    seen.pid = std::stoi(process.filename().string());
    std::istringstream(stat.substr(name_end + 1)) >> seen.state >> seen.parent;
    return seen;
}

/// Returns all descendants of this process, except zombies.
std::vector<pid_t> descendants() {
    std::multimap<pid_t, ProcessInfo> by_parent;
    std::error_code problem;
    for (const auto& entry : fs::directory_iterator("/proc", problem)) {
        const std::string pid = entry.path().filename().string();
        if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
        if (const auto seen = read_process(entry.path())) by_parent.emplace(seen->parent, *seen);
    }
    std::vector<pid_t> found;
    std::vector<pid_t> parents = {::getpid()};
    while (!parents.empty()) {
        const auto [from, to] = by_parent.equal_range(parents.back());
        parents.pop_back();
        for (auto child = from; child != to; ++child) {
            parents.push_back(child->second.pid);
            if (child->second.state != 'Z' && child->second.state != 'X') found.push_back(child->second.pid);
        }
    }
    return found;
}

/// Returns the descendants of this process, from the kernel's list of children per thread: many times
/// cheaper than to scan all processes. A process that is forked at the same moment may be missing, so this
/// is not used to find processes that must end.
std::vector<pid_t> listed_descendants() {
    std::vector<pid_t> found = {::getpid()};
    for (std::size_t i = 0; i < found.size(); ++i) {
        std::error_code problem;
        const fs::path threads = fs::path("/proc") / std::to_string(found[i]) / "task";
        for (fs::directory_iterator thread(threads, problem), end; !problem && thread != end;
             thread.increment(problem)) {
            std::istringstream children(harness::read(thread->path() / "children"));
            for (pid_t child = 0; children >> child;) found.push_back(child);
        }
    }
    found.erase(found.begin());
    return found;
}

/// Returns a number of kilobytes in /proc/@p pid/status, in megabytes.
std::size_t megabytes(pid_t pid, const std::string& key) {
    std::istringstream status(harness::read("/proc/" + std::to_string(pid) + "/status"));
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key + ":")) return std::stoul(line.substr(key.size() + 1)) / 1024;
    return 0;
}

void measure(Outcome& outcome, const fs::path& grader) {
    std::size_t all = 0;
    for (const pid_t pid : listed_descendants()) {
        all += megabytes(pid, "RssAnon");
        std::error_code problem;
        if (fs::read_symlink("/proc/" + std::to_string(pid) + "/exe", problem) == grader)
            outcome.grader_mb = std::max(outcome.grader_mb, megabytes(pid, "VmHWM"));
    }
    outcome.all_processes_mb = std::max(outcome.all_processes_mb, all);
}

pid_t start(std::vector<std::string> argv, std::vector<std::string> variables, const fs::path& seen) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    constexpr int anew = O_WRONLY | O_CREAT | O_TRUNC;
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, (seen / "out").c_str(), anew, 0600);
    ::posix_spawn_file_actions_addopen(&actions, 2, (seen / "err").c_str(), anew, 0600);
    pid_t child = -1;
    const int error = ::posix_spawnp(&child, argv.front().c_str(), &actions, &attributes,
                                     harness::pointers(argv).data(), harness::pointers(variables).data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error(argv.front() + ": " + std::strerror(error));
    return child;
}

void reap_all() {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;
}

/// Kills all remaining processes, however fast they fork.
void kill_descendants() {
    for (int round = 0; round < 200; ++round) {
        const std::vector<pid_t> left = descendants();
        if (left.empty()) return;
        for (const pid_t pid : left) ::kill(pid, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        reap_all();
    }
    throw std::runtime_error("processes of the case cannot be ended");
}

std::string described_process(pid_t pid) {
    std::string text = harness::read("/proc/" + std::to_string(pid) + "/cmdline");
    for (char& c : text)
        if (c == '\0') c = ' ';
    return std::to_string(pid) + " " + text;
}

std::string beginning_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string text(max_output_bytes, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

/// Returns the processes that are left after the grader's end, after a delay for those that are about to
/// end.
std::vector<std::string> left_over(const std::string& mark, double grace_s) {
    std::vector<std::string> left;
    const Clock::time_point deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(grace_s));
    while (true) {
        reap_all();
        const std::vector<pid_t> pids = descendants();
        left = harness::marked_processes(mark);
        for (const pid_t pid : pids) left.push_back(described_process(pid));
        if (left.empty() || Clock::now() >= deadline) return left;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

} // namespace

Outcome observe(const std::vector<std::string>& argv, const harness::Environment& environment,
                const fs::path& grader, const fs::path& seen, const Bounds& bounds) {
    if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0)
        throw std::runtime_error("cannot become a subreaper");
    const std::string mark = "hostile-" + std::to_string(::getpid());
    harness::Environment changes = environment;
    changes[harness::mark_name] = mark;
    Outcome outcome;
    const Clock::time_point begin = Clock::now();
    const pid_t child = start(argv, harness::environment_with(changes), seen);
    const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    int status = 0;
    bool killed = false;
    while (::waitpid(child, &status, WNOHANG) != child) {
        measure(outcome, grader);
        if (bounds.kill_after_s && !killed && passed() >= *bounds.kill_after_s) {
            ::kill(child, SIGKILL);
            killed = true;
        }
        outcome.timed_out = passed() >= bounds.seconds;
        outcome.exceeded_memory = outcome.all_processes_mb > bounds.memory_mb;
        if (outcome.timed_out || outcome.exceeded_memory) {
            kill_descendants();
            break;
        }
        const double to_kill =
            bounds.kill_after_s && !killed ? *bounds.kill_after_s - passed() : poll_interval_s;
        std::this_thread::sleep_for(std::chrono::duration<double>(std::clamp(to_kill, 0.0, poll_interval_s)));
    }
    outcome.seconds = passed();
    const bool ended = !outcome.timed_out && !outcome.exceeded_memory;
    if (ended && WIFEXITED(status)) outcome.status = WEXITSTATUS(status);
    outcome.left = left_over(mark, bounds.grace_s);
    kill_descendants();
    outcome.out = beginning_of(seen / "out");
    outcome.err = beginning_of(seen / "err");
    return outcome;
}

} // namespace hostile
