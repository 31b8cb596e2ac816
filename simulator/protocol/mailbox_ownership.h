#pragma once

/// @file
/// Passing a mailbox between its two sides, which act in turn.

#include <atomic>
#include <chrono>
#include <cstdint>

#include "protocol/futex.h"

namespace simulator::protocol {

/// Makes @p side the owner, and wakes the other side if it sleeps.
inline void pass_ownership(std::atomic<std::uint32_t>& owner, std::uint32_t side,
                           std::atomic<std::uint32_t>& other_sleeps) {
    owner.store(side);
    if (other_sleeps.exchange(0) != 0) {
        futex_wake(owner);
    }
}

/// Waits until @p side is the owner. Checks every 100 ms whether the other side is alive; returns false if @p
/// other returns false.
template <class LivenessCheck> bool wait_for_ownership(std::atomic<std::uint32_t>& owner, std::uint32_t side,
                                                       std::atomic<std::uint32_t>& sleeps,
                                                       LivenessCheck other) {
    constexpr std::chrono::milliseconds interval{100};
    const auto is_mine = [&] { return owner.load() == side; };
    return wait_until(is_mine, [&] {
        const std::uint32_t now = owner.load();
        sleeps.store(1);
        if (is_mine()) {
            sleeps.store(0);
            return true;
        }
        futex_wait(owner, now, interval);
        return is_mine() || other();
    });
}

} // namespace simulator::protocol
