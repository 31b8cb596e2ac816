#include "client/stream_functions.h"

#include <cstdint>
#include <latch>

#include "client/connection.h"
#include "client/line.h"
#include "protocol/own_threads.h"

namespace simulator::client {

namespace {

thread_local bool in_function = false;

/// Stands ready: for functions (0) or for memory (1).
void attend(std::uint8_t post, std::latch& announced) {
    // Not the thread's own line: what a function asks for goes over that.
    auto* const line = new Line(connected());
    line->arguments().put(post);
    line->attend(protocol::CallId::serve_streams, announced);
}

} // namespace

InStreamFunction::InStreamFunction() { in_function = true; }
InStreamFunction::~InStreamFunction() { in_function = false; }

bool is_in_stream_function() { return in_function; }

void stand_ready_for_streams() {
    static const bool ready = [] {
        for (std::uint8_t post = 0; post < 2; ++post) {
            // The device hears of a thread before it hears of what needs one.
            std::latch announced(1);
            if (protocol::start_own_thread([&, post] { attend(post, announced); })) {
                connected().own_threads.fetch_add(1);
                announced.wait();
            }
        }
        return true;
    }();
    static_cast<void>(ready);
}

} // namespace simulator::client
