#include "device/gate.h"

#include <chrono>

namespace simulator::device {

namespace {

constexpr std::chrono::milliseconds patience_with_the_dead{200};

} // namespace

void Gate::wait_for(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    const auto has_turn = [&] { return next_ >= number; };
    changed_.wait(lock, [&] { return open_ || has_turn(); });
    changed_.wait_for(lock, patience_with_the_dead, has_turn);
}

void Gate::pass(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    if (next_ <= number) {
        next_ = number + 1;
        changed_.notify_all();
    }
}

void Gate::open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
}

} // namespace simulator::device
