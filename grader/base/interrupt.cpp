#include "base/interrupt.h"

#include <atomic>
#include <cstring>
#include <ctime>

namespace grader {
namespace {

std::atomic<int> noted_signal = 0;
std::atomic<std::time_t> noted_at = 0;
static_assert(std::atomic<std::time_t>::is_always_lock_free, "a signal handler may do nothing else");

/// Returns seconds of a monotonic clock, which cannot be set.
std::time_t seconds_now() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/// `timeout` and some batch systems send the same signal twice in a row: only a later signal means "at once".
void note(int signal) {
    if (noted_signal == 0) {
        noted_at = seconds_now();
        noted_signal = signal;
    } else if (seconds_now() > noted_at + 1) {
        ::signal(signal, SIG_DFL);
        ::raise(signal);
    }
}

} // namespace

InterruptGuard::InterruptGuard() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN) continue;
        struct sigaction noting {};
        noting.sa_handler = note; // without SA_RESTART, so that blocking system calls return
        ::sigaction(signal, &noting, nullptr);
        previous_handlers_[signal] = before;
    }
}

InterruptGuard::~InterruptGuard() {
    for (const auto& [signal, before] : previous_handlers_) ::sigaction(signal, &before, nullptr);
    noted_signal = 0;
}

void throw_if_interrupted() {
    if (const int signal = noted_signal; signal != 0)
        throw Interrupted(std::string("stopped by a signal: ") + ::strsignal(signal));
}

} // namespace grader
