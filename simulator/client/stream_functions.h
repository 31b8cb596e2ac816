#pragma once

/// @file
/// Functions of the program that streams call, and the service threads that call them.

namespace simulator::client {

/// Starts the service threads on the first call: one calls functions, one reads and writes the program's
/// memory for streams.
void start_service_threads();

/// While it lives, this thread runs a function for a stream.
class StreamFunctionScope {
public:
    StreamFunctionScope();
    StreamFunctionScope(const StreamFunctionScope&) = delete;
    StreamFunctionScope& operator=(const StreamFunctionScope&) = delete;
    ~StreamFunctionScope();
};

/// Returns whether this thread runs a function for a stream.
bool is_in_stream_function();

} // namespace simulator::client
