#pragma once

/// @file
/// The order of a program's calls, which its threads send on channels of their own.

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace simulator::device {

/// Lets calls in by their numbers.
class CallSequencer {
public:
    /// Waits until all calls with lower numbers have been let in and have their place.
    void wait_for(std::uint64_t number);
    /// The call with this number has its place: the next one may come in.
    void advance_past(std::uint64_t number);
    /// The program has ended: what its threads had begun to send may never come.
    void release_all();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t next_ = 0;
    bool released_ = false;
};

} // namespace simulator::device
