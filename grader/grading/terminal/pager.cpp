#include "grading/terminal/pager.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/files.h"

namespace grader {
namespace {

constexpr int no_such_command = 127; // exit status of a shell for an unknown command

/// Starts the pager as a child in this process's own group, so that it may read the terminal. Returns -1 if
/// it could not start.
pid_t start(const std::string& command, const std::filesystem::path& text) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, text.c_str(), O_RDONLY, 0);
    // The pager must not inherit ignored signals.
    sigset_t usual;
    ::sigemptyset(&usual);
    ::sigaddset(&usual, SIGINT);
    ::sigaddset(&usual, SIGQUIT);
    ::posix_spawnattr_setsigdefault(&attributes, &usual);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const char* argv[] = {"sh", "-c", command.c_str(), nullptr};
    pid_t child = -1;
    if (::posix_spawn(&child, "/bin/sh", &actions, &attributes, const_cast<char**>(argv), environ) != 0)
        child = -1;
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    return child;
}

/// Waits for @p child, or for a signal that is to end this process, which ends the child first.
/// @return that signal, or 0
int wait_for(pid_t child, SignalPipe& signals, int& status) {
    const Descriptor ending(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
    int stopped_by = 0;
    while (ending.get() >= 0) {
        pollfd ready[] = {{ending.get(), POLLIN, 0}, {signals.descriptor(), POLLIN, 0}};
        if (::poll(ready, 2, -1) < 0 && errno != EINTR) break;
        if (ready[0].revents != 0) break;
        while (const auto signal = signals.next())
            if (*signal == SIGTERM || *signal == SIGHUP) stopped_by = *signal;
        if (stopped_by == 0) continue;
        ::kill(child, SIGTERM);
        break;
    }
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return stopped_by;
}

} // namespace

int show_in_pager(const std::string& text, InteractiveTerminal& terminal, SignalPipe& signals) {
    const TemporaryDirectory scratch;
    const std::filesystem::path file = scratch.path() / "text";
    std::ofstream(file) << text;
    const char* wanted = std::getenv("PAGER");
    const std::string command = wanted == nullptr || *wanted == '\0' ? "less -R" : wanted;

    terminal.leave();
    int stopped_by = 0;
    {
        // The pager handles the keys: Ctrl-C ends a search in it, and Ctrl-Z stops both processes.
        const ScopedSignalAction no_interrupt(SIGINT, SIG_IGN);
        const ScopedSignalAction no_quit(SIGQUIT, SIG_IGN);
        const ScopedSignalAction usual_stop(SIGTSTP, SIG_DFL);
        const pid_t child = start(command, file);
        int status = no_such_command << 8;
        if (child > 0) stopped_by = wait_for(child, signals, status);
        if (WIFEXITED(status) && WEXITSTATUS(status) == no_such_command) std::cout << text << std::flush;
    }
    if (stopped_by == 0) terminal.enter();
    return stopped_by;
}

} // namespace grader
