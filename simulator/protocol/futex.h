#pragma once

/// @file
/// Waiting for a number in memory that several processes share.

#include <atomic>
#include <chrono>
#include <cstdint>

namespace simulator::protocol {

/// Sleeps as long as @p word holds @p value, or until somebody wakes it or @p timeout is over.
void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t value,
                std::chrono::nanoseconds timeout);
/// Wakes all who sleep on @p word, in whichever process.
void futex_wake(const std::atomic<std::uint32_t>& word);

/// Waits until @p holds. Looks at first, as answers mostly come within microseconds, and a sleep costs as many; then calls
/// @p sleep, which returns whether it is worth waiting on. A thread that has waited long several times looks less, so
/// that it does not take a core for nothing. Returns whether @p holds was true in the end.
template <class Holds, class Sleep> bool wait_until(Holds holds, Sleep sleep) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds long_wait{200};
    constexpr unsigned long_waits_before_backoff = 3;
    constexpr int max_spins = 2000;
    constexpr int max_spins_after_backoff = 50;
    thread_local unsigned consecutive_long_waits = 0; // one behind the other
    if (holds()) {
        return true;
    }
    const auto begin = Clock::now();
    for (int left = consecutive_long_waits < long_waits_before_backoff ? max_spins : max_spins_after_backoff;
         left > 0; --left) {
        __builtin_ia32_pause();
        if (holds()) {
            consecutive_long_waits = 0;
            return true;
        }
    }
    while (!holds()) {
        if (!sleep()) {
            return holds();
        }
    }
    consecutive_long_waits = Clock::now() - begin > long_wait ? consecutive_long_waits + 1 : 0;
    return true;
}

} // namespace simulator::protocol
