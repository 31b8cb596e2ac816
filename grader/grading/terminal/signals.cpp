#include "grading/terminal/signals.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>

#include "base/errors.h"

namespace grader {
namespace {

/// Where the handler writes to.
std::atomic<int> write_end = -1;

void pass_on(int signal) {
    const int kept = errno;
    const char byte = static_cast<char>(signal);
    // A full pipe holds enough of them already.
    [[maybe_unused]] const ssize_t written = ::write(write_end, &byte, 1);
    errno = kept;
}

} // namespace

Signals::Signals() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        throw EnvironmentError("no pipe: " + std::string(std::strerror(errno)));
    arrived_ = Descriptor(ends[0]);
    sent_ = Descriptor(ends[1]);
    write_end = sent_.get();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH}) {
        struct sigaction former {};
        ::sigaction(signal, nullptr, &former);
        if (former.sa_handler == SIG_IGN && signal != SIGCONT) continue;
        struct sigaction mine {};
        mine.sa_handler = pass_on;
        mine.sa_flags = SA_RESTART;
        ::sigaction(signal, &mine, nullptr);
        former_.push_back({signal, former});
    }
}

Signals::~Signals() {
    for (const Former& former : former_) ::sigaction(former.signal, &former.action, nullptr);
    write_end = -1;
}

std::optional<int> Signals::next() {
    char byte = 0;
    return ::read(arrived_.get(), &byte, 1) == 1 ? std::optional<int>(byte) : std::nullopt;
}

SignalMeans::SignalMeans(int signal, void (*action)(int)) : signal_(signal) {
    struct sigaction mine {};
    mine.sa_handler = action;
    ::sigaction(signal, &mine, &former_);
}

SignalMeans::~SignalMeans() { ::sigaction(signal_, &former_, nullptr); }

} // namespace grader
