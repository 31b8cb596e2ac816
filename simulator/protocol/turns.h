#pragma once

/// @file
/// Two sides that act in turn.

#include <atomic>
#include <chrono>
#include <cstdint>

#include "protocol/futex.h"

namespace simulator::protocol {

/// Says whose turn it is, and wakes the other side if it sleeps.
inline void hand_over(std::atomic<std::uint32_t>& turn, std::uint32_t whose,
                      std::atomic<std::uint32_t>& other_sleeps) {
    turn.store(whose);
    if (other_sleeps.exchange(0) != 0) {
        wake(turn);
    }
}

/// Waits until it is the turn of @p whose. False when @p other is no longer there, which is asked now and then.
template <class StillThere> bool wait_for_turn(std::atomic<std::uint32_t>& turn, std::uint32_t whose,
                                               std::atomic<std::uint32_t>& sleeps, StillThere other) {
    constexpr std::chrono::milliseconds interval{100};
    const auto is_mine = [&] { return turn.load() == whose; };
    return wait_until(is_mine, [&] {
        const std::uint32_t now = turn.load();
        sleeps.store(1);
        if (is_mine()) {
            sleeps.store(0);
            return true;
        }
        sleep_while(turn, now, interval);
        return is_mine() || other();
    });
}

} // namespace simulator::protocol
