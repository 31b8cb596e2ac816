#include "simulate/run.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <system_error>

#include "protocol/handshake.h"
#include "simulate/device_processes.h"

namespace simulator::simulate {

namespace {

// Same status as a shell.
constexpr int cannot_execute = 126;
// Exit status after a device process failed; assumed to be unused by programs.
constexpr int device_failed = 70;

bool is_interrupt(int signal) {
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

/// The signals that this process handles synchronously, by a signalfd.
class Signals {
public:
    Signals() {
        sigset_t mine;
        sigemptyset(&mine);
        for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
            sigaddset(&mine, signal);
        }
        sigprocmask(SIG_BLOCK, &mine, &before_);
        file_ = signalfd(-1, &mine, SFD_CLOEXEC);
    }
    [[nodiscard]] int file() const { return file_; }
    [[nodiscard]] signalfd_siginfo next() const {
        signalfd_siginfo signal{};
        return read(file_, &signal, sizeof signal) == sizeof signal ? signal : signalfd_siginfo{};
    }
    /// Restores the signal mask of before construction, for a child.
    void restore() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_;
    int file_ = -1;
};

[[noreturn]] void execute(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
    std::vector<char*> pointers;
    for (const std::string& argument : arguments) {
        pointers.push_back(const_cast<char*>(argument.c_str()));
    }
    pointers.push_back(nullptr);
    execv(program.c_str(), pointers.data());
    fmt::print(stderr, "simulate: {}: {}\n", program.string(), std::strerror(errno));
    std::fflush(stderr);
    _exit(cannot_execute);
}

/// Supervises the device processes, and a program if there is one.
class ProcessSupervisor {
public:
    ProcessSupervisor(const Signals& signals, DeviceProcesses& devices, pid_t program)
        : signals_(signals), devices_(devices), program_(program) {}

    /// Runs until all have ended. Returns how the program ended.
    int run_until_all_end() {
        while (!all_ended()) {
            std::array<pollfd, 2> ready = {{{signals_.file(), POLLIN, 0}, {devices_.listener(), POLLIN, 0}}};
            if (poll(ready.data(), ready.size(), -1) < 0) {
                continue;
            }
            if (ready[1].revents != 0) {
                devices_.accept();
            }
            if (ready[0].revents != 0) {
                handle_signal(signals_.next());
            }
        }
        return status_.value_or(0);
    }

private:
    [[nodiscard]] bool all_ended() const { return (program_ == 0 || status_) && !devices_.any_running(); }

    void handle_signal(const signalfd_siginfo& signal) {
        if (signal.ssi_signo == SIGCHLD) {
            collect();
            return;
        }
        const int number = static_cast<int>(signal.ssi_signo);
        // The terminal sends a signal to all processes of the group; one sent to this process alone is
        // meant for the program.
        if (signal.ssi_code <= 0) {
            devices_.interrupt(number);
            if (program_ != 0 && !status_) {
                kill(program_, number);
            }
        }
    }

    void collect() {
        int status = 0;
        for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
            if (child == program_) {
                status_ = status;
                // A user who interrupts the program does not want to wait for its launches.
                if (WIFSIGNALED(status) && is_interrupt(WTERMSIG(status))) {
                    devices_.interrupt(WTERMSIG(status));
                }
            } else {
                devices_.process_ended(child, status);
            }
        }
    }

    const Signals& signals_;
    DeviceProcesses& devices_;
    const pid_t program_;
    std::optional<int> status_;
};

/// Closes descriptors that only the program should hold: the process at their other end detects the program's
/// end when they are closed. Descriptors of the simulator have FD_CLOEXEC.
void close_inherited_descriptors() {
    std::vector<int> inherited;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        const int descriptor = std::stoi(entry.path().filename());
        const int flags = fcntl(descriptor, F_GETFD);
        if (descriptor > STDERR_FILENO && flags >= 0 && (flags & FD_CLOEXEC) == 0) {
            inherited.push_back(descriptor);
        }
    }
    for (const int descriptor : inherited) {
        close(descriptor);
    }
}

/// Ends in the same way as the program.
[[noreturn]] void die_by_signal(int signal) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    std::signal(signal, SIG_DFL);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, nullptr);
    raise(signal);
    _exit(128 + signal); // in case the signal does not kill
}

} // namespace

int run(const runtime::Settings& settings, const std::filesystem::path& program,
        const std::vector<std::string>& arguments, const std::filesystem::path& socket) {
    int status = 0;
    bool has_failure = false;
    bool complete = false;
    {
        DeviceProcesses devices(settings, socket);
        setenv(protocol::socket_variable, devices.path().c_str(), 1);
        const Signals signals;
        const pid_t child = fork();
        if (child == 0) {
            signals.restore();
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            execute(program, arguments);
        }
        if (child < 0) {
            throw std::system_error(errno, std::generic_category(), "fork");
        }
        close_inherited_descriptors();
        // The program runs as the same user, and must not attach to this process or read its memory.
        prctl(PR_SET_DUMPABLE, 0);
        status = ProcessSupervisor(signals, devices, child).run_until_all_end();
        has_failure = devices.has_failure_of(child);
        complete = devices.all_ended_normally();
        if (complete) {
            devices.write_report(program);
        }
    }
    if (WIFSIGNALED(status) && complete) {
        die_by_signal(WTERMSIG(status));
    }
    const int own = WIFEXITED(status) ? WEXITSTATUS(status) : device_failed;
    return own != 0 ? own : complete ? (has_failure ? 1 : 0) : device_failed;
}

int serve(const runtime::Settings& settings, int socket) {
    DeviceProcesses devices(settings);
    const Signals signals;
    prctl(PR_SET_DUMPABLE, 0);
    devices.start(socket);
    ProcessSupervisor(signals, devices, 0).run_until_all_end();
    if (!devices.all_ended_normally()) {
        return device_failed;
    }
    devices.write_report({});
    return 0;
}

} // namespace simulator::simulate
