#include "driven_terminal.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <pty.h>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utmp.h>

namespace harness {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto patience = std::chrono::seconds(60);

} // namespace

DrivenTerminal::DrivenTerminal(std::vector<std::string> argv, const fs::path& directory,
                               const Environment& environment, Keyboard keyboard)
    : mark_(fresh_mark()) {
    winsize size{};
    size.ws_row = 24;
    size.ws_col = 100;
    if (::openpty(&controller_fd_, &terminal_fd_, nullptr, nullptr, &size) != 0)
        throw std::runtime_error("no terminal: " + std::string(std::strerror(errno)));
    ::tcgetattr(terminal_fd_, &before_);
    ::fcntl(controller_fd_, F_SETFD, FD_CLOEXEC);
    Environment changes = environment;
    changes[mark_name] = mark_;
    changes.emplace("TERM", "xterm");
    changes.emplace("NO_COLOR", "1"); // colour codes would separate the words that a test waits for
    std::vector<std::string> variables = environment_with(changes);
    const std::vector<char*> arguments = pointers(argv);
    const std::vector<char*> variable_pointers = pointers(variables);
    program_ = ::fork();
    if (program_ == 0) {
        const int terminal = ::dup(terminal_fd_);
        ::login_tty(terminal);
        ::close(terminal_fd_);
        if (keyboard == Keyboard::none) ::dup2(::open("/dev/null", O_RDONLY), 0);
        if (::chdir(directory.c_str()) != 0) ::_exit(126);
        ::execve(arguments[0], arguments.data(), variable_pointers.data());
        ::_exit(127);
    }
    if (program_ < 0) throw std::runtime_error("no process");
}

DrivenTerminal::~DrivenTerminal() {
    if (program_ > 0) {
        ::kill(program_, SIGKILL);
        ::waitpid(program_, nullptr, 0);
    }
    ::close(controller_fd_);
    ::close(terminal_fd_);
}

bool DrivenTerminal::read_some(int milliseconds) {
    pollfd ready{controller_fd_, POLLIN, 0};
    if (::poll(&ready, 1, milliseconds) <= 0) return false;
    char chunk[4096];
    const ssize_t got = ::read(controller_fd_, chunk, sizeof(chunk));
    if (got > 0) output_.append(chunk, static_cast<std::size_t>(got));
    return got > 0;
}

bool DrivenTerminal::shows(const std::string& text) {
    const auto deadline = Clock::now() + patience;
    do {
        if (has_shown(text)) {
            search_start_ = output_.find(text, search_start_) + text.size();
            return true;
        }
        read_some(100);
    } while (Clock::now() < deadline);
    return false;
}

bool DrivenTerminal::has_shown(const std::string& text) {
    while (read_some(0)) continue;
    return output_.find(text, search_start_) != std::string::npos;
}

void DrivenTerminal::type(const std::string& keys) {
    if (::write(controller_fd_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size()))
        throw std::runtime_error("the keyboard is stuck");
}

bool DrivenTerminal::is_asleep() const {
    for (const auto& task : fs::directory_iterator("/proc/" + std::to_string(program_) + "/task")) {
        std::ifstream status(task.path() / "status");
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("State:") && line.find("sleeping") == std::string::npos) return false;
    }
    return true;
}

void DrivenTerminal::press(const std::string& keys) {
    const auto wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); };
    while (!is_asleep()) wait();
    const long before = sleeps();
    type(keys);
    // A key arrives some time after it was written. It wakes the program, which reads it and sleeps again.
    while (sleeps() == before || !is_asleep()) wait();
}

void DrivenTerminal::send(int signal) const { ::kill(program_, signal); }

int DrivenTerminal::wait() {
    int status = 0;
    const auto deadline = Clock::now() + patience;
    while (::waitpid(program_, &status, WNOHANG) == 0) {
        read_some(20);
        if (Clock::now() > deadline) throw std::runtime_error("the program does not end");
    }
    program_ = -1;
    while (read_some(0)) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

termios DrivenTerminal::settings() const {
    termios now{};
    ::tcgetattr(terminal_fd_, &now);
    return now;
}

long DrivenTerminal::sleeps() const {
    long sum = 0;
    for (const auto& task : fs::directory_iterator("/proc/" + std::to_string(program_) + "/task")) {
        std::ifstream status(task.path() / "status");
        const std::string name = "voluntary_ctxt_switches:";
        for (std::string line; std::getline(status, line);)
            if (line.starts_with(name)) sum += std::stol(line.substr(name.size()));
    }
    return sum;
}

bool same_settings(const termios& a, const termios& b) {
    return a.c_iflag == b.c_iflag && a.c_oflag == b.c_oflag && a.c_cflag == b.c_cflag &&
           a.c_lflag == b.c_lflag && std::equal(std::begin(a.c_cc), std::end(a.c_cc), std::begin(b.c_cc));
}

} // namespace harness
