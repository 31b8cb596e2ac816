#pragma once

/// @file
/// The current API call of the program that a thread serves.

#include <functional>

#include "program/call_site.h"
#include "program/program.h"

namespace simulator::runtime {

/// An API call in progress.
struct Call {
    const CallChain* site = nullptr; ///< location in the program; null: unknown
    Program* program = nullptr;      ///< the program that waits for the reply; null: none
    bool in_stream_function = false; ///< called from a host function in a stream
    std::function<void()> on_sequenced =
        {}; ///< called when the call has its position in the order of all calls
};

/// Returns the call that this thread serves.
Call& current_call();

} // namespace simulator::runtime

/// Location of the call that this thread serves.
#define CALLER (simulator::runtime::current_call().site)
