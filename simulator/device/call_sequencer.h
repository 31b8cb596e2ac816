#pragma once

/// @file
/// The call sequencer: orders the calls that a program's threads send on separate channels.

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace simulator::device {

/// Admits calls in the order of their numbers.
class CallSequencer {
public:
    /// Waits until all calls with lower numbers have been admitted and have their place in the order.
    void wait_for(std::uint64_t number);
    /// Records that the call @p number has its place in the order, and admits the next one.
    void advance_past(std::uint64_t number);
    /// Stops waiting for missing calls, because the program has ended and its threads may not have sent them
    /// completely.
    void release_all();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t next_ = 0;
    bool released_ = false;
};

} // namespace simulator::device
