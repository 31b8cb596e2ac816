#pragma once

/// @file
/// Functions of the program that streams call, and the threads that stand ready for them.

namespace simulator::client {

/// Threads of the program's are ready to call functions and to reach its memory for streams.
void start_service_threads();

/// While this lives the thread runs a function for a stream.
class StreamFunctionScope {
public:
    StreamFunctionScope();
    StreamFunctionScope(const StreamFunctionScope&) = delete;
    StreamFunctionScope& operator=(const StreamFunctionScope&) = delete;
    ~StreamFunctionScope();
};

/// Whether this thread runs one.
bool is_in_stream_function();

} // namespace simulator::client
