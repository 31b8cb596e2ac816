// The normal end of a program: by exit() or a return from main().

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "client/connection.h"
#include "client/host_requests.h"
#include "client/stream_functions.h"
#include "client/thread_channel.h"

namespace simulator::client {

namespace {

/// Runs after everything else in the process, because the library registers it with on_exit() when it is
/// loaded, before the program has registered anything.
void at_exit(int status, void*) {
    // A function that a stream calls would wait for its own stream: a deadlock.
    ThreadChannel* const channel =
        is_connected() && !is_in_stream_function() ? current_thread_channel() : nullptr;
    if (channel == nullptr) {
        return;
    }
    flush_output();
    channel->arguments();
    const bool has_failures = channel->send_and_wait(protocol::CallId::program_ends, 0) != 0;
    if (status == EXIT_SUCCESS && has_failures) {
        std::fflush(nullptr);
        _exit(EXIT_FAILURE);
    }
}

/// quick_exit() does not report its status to the handler, so the status must not change.
void on_quick_exit() { at_exit(EXIT_FAILURE, nullptr); }

[[gnu::constructor]] void register_exit_handlers() {
    on_exit(at_exit, nullptr);
    std::at_quick_exit(on_quick_exit);
}

} // namespace

} // namespace simulator::client
