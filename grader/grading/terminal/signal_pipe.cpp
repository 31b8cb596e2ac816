#include "grading/terminal/signal_pipe.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>

#include "base/errors.h"

namespace grader {
namespace {

/// Write end of the pipe, for the signal handler.
std::atomic<int> write_end = -1;

void forward_signal(int signal) {
    const int kept = errno;
    const char byte = static_cast<char>(signal);
    // A full pipe contains enough signals already.
    [[maybe_unused]] const ssize_t written = ::write(write_end, &byte, 1);
    errno = kept;
}

} // namespace

SignalPipe::SignalPipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        throw EnvironmentError("cannot create a pipe: " + std::string(std::strerror(errno)));
    read_end_ = Descriptor(ends[0]);
    write_end_ = Descriptor(ends[1]);
    write_end = write_end_.get();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH}) {
        struct sigaction former {};
        ::sigaction(signal, nullptr, &former);
        if (former.sa_handler == SIG_IGN && signal != SIGCONT) continue;
        struct sigaction mine {};
        mine.sa_handler = forward_signal;
        mine.sa_flags = SA_RESTART;
        ::sigaction(signal, &mine, nullptr);
        saved_.push_back({signal, former});
    }
}

SignalPipe::~SignalPipe() {
    for (const SavedAction& former : saved_) ::sigaction(former.signal, &former.action, nullptr);
    write_end = -1;
}

std::optional<int> SignalPipe::next() {
    char byte = 0;
    return ::read(read_end_.get(), &byte, 1) == 1 ? std::optional<int>(byte) : std::nullopt;
}

ScopedSignalAction::ScopedSignalAction(int signal, void (*action)(int)) : signal_(signal) {
    struct sigaction mine {};
    mine.sa_handler = action;
    ::sigaction(signal, &mine, &saved_);
}

ScopedSignalAction::~ScopedSignalAction() { ::sigaction(signal_, &saved_, nullptr); }

} // namespace grader
