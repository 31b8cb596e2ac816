#pragma once

/// @file
/// The call of the program that a thread answers.

#include <functional>

#include "program/call_site.h"
#include "program/program.h"

namespace simulator::runtime {

/// A call under way.
struct Call {
    const CallChain* site = nullptr; ///< where it stands in the program; null: unknown
    Program* program = nullptr;      ///< who waits for the answer; null: nobody
    bool in_stream_function = false; ///< asked by a function that a stream has called
    std::function<void()> on_sequenced =
        {}; ///< to be called when the call has its place in the order of all calls
};

/// The one that this thread answers.
Call& current_call();

} // namespace simulator::runtime

/// Who made the call that is answered.
#define CALLER (simulator::runtime::current_call().site)
