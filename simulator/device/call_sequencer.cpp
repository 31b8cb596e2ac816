#include "device/call_sequencer.h"

#include <chrono>

namespace simulator::device {

namespace {

// After the end of the program, a call still waits this long for earlier calls that are being read.
constexpr std::chrono::milliseconds dead_client_timeout{200};

} // namespace

void CallSequencer::wait_for(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    const auto has_turn = [&] { return next_ >= number; };
    changed_.wait(lock, [&] { return released_ || has_turn(); });
    changed_.wait_for(lock, dead_client_timeout, has_turn);
}

void CallSequencer::advance_past(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    if (next_ <= number) {
        next_ = number + 1;
        changed_.notify_all();
    }
}

void CallSequencer::release_all() {
    const std::lock_guard lock(mutex_);
    released_ = true;
    changed_.notify_all();
}

} // namespace simulator::device
