#include "client/stream_functions.h"

#include <cstdint>
#include <latch>

#include "client/connection.h"
#include "client/thread_channel.h"
#include "protocol/internal_threads.h"

namespace simulator::client {

namespace {

thread_local bool in_function = false;

/// Runs a service thread: @p role is 0 for functions and 1 for memory.
void serve_forever(std::uint8_t role, std::latch& announced) {
    // Not the thread's own channel, because the calls of a stream function use that.
    auto* const channel = new ThreadChannel(ensure_connected());
    channel->arguments().put(role);
    channel->serve_forever(protocol::CallId::serve_streams, announced);
}

} // namespace

StreamFunctionScope::StreamFunctionScope() { in_function = true; }
StreamFunctionScope::~StreamFunctionScope() { in_function = false; }

bool is_in_stream_function() { return in_function; }

void start_service_threads() {
    static const bool ready = [] {
        for (std::uint8_t role = 0; role < 2; ++role) {
            // The device must receive the announcement of a thread before a call that needs the thread.
            std::latch announced(1);
            if (protocol::start_internal_thread([&, role] { serve_forever(role, announced); })) {
                ensure_connected().internal_threads.fetch_add(1);
                announced.wait();
            }
        }
        return true;
    }();
    static_cast<void>(ready);
}

} // namespace simulator::client
