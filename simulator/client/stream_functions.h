#pragma once

/// @file
/// Functions of the program that streams call, and the threads that stand ready for them.

namespace simulator::client {

/// Threads of the program's are ready to call functions and to reach its memory for streams.
void stand_ready_for_streams();

/// While this lives the thread runs a function for a stream.
class InStreamFunction {
public:
    InStreamFunction();
    InStreamFunction(const InStreamFunction&) = delete;
    InStreamFunction& operator=(const InStreamFunction&) = delete;
    ~InStreamFunction();
};

/// Whether this thread runs one.
bool is_in_stream_function();

} // namespace simulator::client
