#include "child/process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <set>
#include <sstream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "errors.h"

namespace grader {
namespace {

/// The children that the grader started and has not yet buried. Every other child of the grader is an orphan
/// that some student's process left behind and that the kernel handed to us, because the grader is a
/// subreaper.
class Household {
public:
    static Household& instance() {
        // Never destroyed: a process that ends in another static's destructor still asks for it.
        static Household& household = *new Household;
        return household;
    }

    /// Held while forking, so that nobody takes a newborn for an orphan.
    std::mutex mutex;
    std::set<pid_t> own;

    void bury_orphans() {
        const std::lock_guard lock(mutex);
        // Killing a parent hands its children to us, so look again until a look finds none; a fork bomb that
        // keeps ahead of us for so many rounds needs a process limit, not more patience.
        for (int round = 0; round < 1000; ++round) {
            bool found = false;
            for (const pid_t child : children()) {
                if (own.contains(child)) continue;
                found = true;
                ::kill(child, SIGKILL);
                ::waitpid(child, nullptr, 0);
            }
            if (!found) return;
        }
    }

private:
    Household() {
        ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        // With SIGCHLD ignored, as some launchers leave it, the kernel buries children before we can ask how
        // they ended.
        ::signal(SIGCHLD, SIG_DFL);
        // A shell that became this grader by exec has left its children to us; they are nobody's orphans.
        for (const pid_t child : children()) own.insert(child);
    }

    static std::vector<pid_t> children() {
        std::vector<pid_t> result;
        std::error_code ignored;
        for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
            std::ifstream list(task.path() / "children");
            for (pid_t child = 0; list >> child;) result.push_back(child);
        }
        return result;
    }
};

[[noreturn]] void become(const ProcessSpec& spec, char* const* argv, char* const* environment, int output,
                         const std::vector<int>& inherited, pid_t parent) {
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127); // the grader died before the line above
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, 0);
    ::dup2(output, 1);
    ::dup2(output, 2);
    // First out of the way, then into place: a source may itself be one of the numbers that are wanted.
    // An array, because a child of a process with threads must not allocate.
    std::array<int, 8> moved{};
    const int shelter = 3 + static_cast<int>(inherited.size());
    for (std::size_t i = 0; i < inherited.size(); ++i) moved.at(i) = ::fcntl(inherited[i], F_DUPFD, shelter);
    for (std::size_t i = 0; i < inherited.size(); ++i) ::dup2(moved.at(i), 3 + static_cast<int>(i));
    ::close_range(static_cast<unsigned>(shelter), ~0U, 0);
    if (!spec.directory.empty() && ::chdir(spec.directory.c_str()) != 0) ::_exit(127);
    ::execve(argv[0], argv, environment);
    ::_exit(127);
}

} // namespace

Process::Process(const ProcessSpec& spec) : spec_(spec) {
    int pipe_ends[2];
    if (::pipe2(pipe_ends, O_CLOEXEC) != 0)
        throw EnvironmentError("no pipe: " + std::string(std::strerror(errno)));
    output_pipe_ = pipe_ends[0];

    std::vector<char*> argv;
    for (const std::string& argument : spec_.argv) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string text = *variable;
        if (!spec_.environment.contains(text.substr(0, text.find('=')))) variables.push_back(text);
    }
    for (const auto& [name, value] : spec_.environment) variables.push_back(name + "=" + value);
    std::vector<char*> environment;
    for (std::string& variable : variables) environment.push_back(variable.data());
    environment.push_back(nullptr);

    Household& household = Household::instance();
    const pid_t parent = ::getpid();
    {
        const std::lock_guard lock(household.mutex);
        pid_ = ::fork();
        if (pid_ == 0) become(spec_, argv.data(), environment.data(), pipe_ends[1], spec_.inherited, parent);
        if (pid_ > 0) household.own.insert(pid_);
    }
    ::close(pipe_ends[1]);
    if (pid_ < 0) {
        ::close(output_pipe_);
        throw EnvironmentError("cannot start " + spec_.argv.front() + ": " + std::strerror(errno));
    }
    watcher_ = std::thread([this] { watch(); });
}

Process::~Process() {
    kill();
    ::close(output_pipe_);
}

void Process::watch() {
    std::vector<char> chunk(1 << 16);
    std::size_t total = 0;
    bool open = true;
    while (!stop_) {
        pollfd ready{output_pipe_, POLLIN, 0};
        const int count = ::poll(&ready, open ? 1 : 0, 20);
        if (spec_.memory_limit_mb > 0 && anonymous_mb() > spec_.memory_limit_mb &&
            !out_of_memory_.exchange(true))
            ::kill(-pid_, SIGKILL);
        if (count <= 0) continue;
        const ssize_t got = ::read(output_pipe_, chunk.data(), chunk.size());
        if (got <= 0) {
            open = false;
            continue;
        }
        total += static_cast<std::size_t>(got);
        {
            const std::lock_guard lock(output_mutex_);
            const std::size_t room = spec_.output_limit - std::min(spec_.output_limit, output_.size());
            output_.append(chunk.data(), std::min(room, static_cast<std::size_t>(got)));
        }
        if (spec_.kill_on_flood && total > spec_.output_limit && !flooded_.exchange(true))
            ::kill(-pid_, SIGKILL);
    }
    // The last words of a process that has ended are still in the pipe.
    ::fcntl(output_pipe_, F_SETFL, O_NONBLOCK);
    for (ssize_t got = 0; open && (got = ::read(output_pipe_, chunk.data(), chunk.size())) > 0;) {
        const std::lock_guard lock(output_mutex_);
        const std::size_t room = spec_.output_limit - std::min(spec_.output_limit, output_.size());
        if (room == 0) break;
        output_.append(chunk.data(), std::min(room, static_cast<std::size_t>(got)));
    }
}

std::int64_t Process::anonymous_mb() const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("RssAnon:")) return std::strtoll(line.c_str() + 8, nullptr, 10) / 1024;
    return 0;
}

bool Process::reap(bool block) {
    if (reaped_) return true;
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | (block ? 0 : WNOHANG)) < 0)
        if (errno != EINTR) break;
    if (info.si_pid == 0) return false;
    reaped_ = true;
    // Whoever is left of its session holds the pipe open and maybe the GPU. Before the burial, while the
    // number is taken.
    ::kill(-pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    if (info.si_code == CLD_EXITED)
        end_.exit_code = info.si_status;
    else
        end_.signal = info.si_status;
    {
        Household& household = Household::instance();
        const std::lock_guard lock(household.mutex);
        household.own.erase(pid_);
    }
    Household::instance().bury_orphans();
    stop_ = true;
    watcher_.join();
    end_.flooded = flooded_;
    end_.out_of_memory = out_of_memory_;
    return true;
}

bool Process::wait_until(Clock::time_point deadline) {
    for (auto pause = std::chrono::microseconds(200); !reap(false);
         pause = std::min(pause * 2, std::chrono::microseconds(10'000))) {
        if (Clock::now() >= deadline) return false;
        std::this_thread::sleep_for(pause);
    }
    return true;
}

void Process::kill() {
    if (reaped_) return;
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL); // it may not have reached its setsid() yet
    (void)reap(true);
}

ProcessEnd Process::end() const { return end_; }

std::string Process::output() const {
    const std::lock_guard lock(output_mutex_);
    return output_;
}

Finished run_to_end(const ProcessSpec& spec, double seconds) {
    Process process(spec);
    const auto limit =
        std::chrono::duration_cast<Process::Clock::duration>(std::chrono::duration<double>(seconds));
    const bool ended = process.wait_until(Process::Clock::now() + limit);
    if (!ended) process.kill();
    return {process.end(), process.output(), !ended};
}

std::filesystem::path find_program(const std::string& program) {
    const auto runs = [](const std::filesystem::path& file) {
        return ::access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file);
    };
    if (program.find('/') != std::string::npos) return runs(program) ? program : "";
    const char* path = std::getenv("PATH");
    std::istringstream directories(path == nullptr ? "" : path);
    for (std::string directory; std::getline(directories, directory, ':');) {
        const std::filesystem::path candidate = std::filesystem::path(directory) / program;
        if (runs(candidate)) return candidate;
    }
    return {};
}

} // namespace grader
