#pragma once

/// @file
/// Waits on a futex: a 32-bit word in memory that several processes share.

#include <atomic>
#include <chrono>
#include <cstdint>

namespace simulator::protocol {

/// Sleeps while @p word holds @p value, until futex_wake() or until @p timeout has passed.
void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t value,
                std::chrono::nanoseconds timeout);
/// Wakes all threads, in any process, that sleep on @p word.
void futex_wake(const std::atomic<std::uint32_t>& word);

/// Waits until @p holds returns true, and returns its last result. Spins first, because most replies arrive
/// within microseconds and a sleep costs as much. Then calls @p sleep repeatedly, until it returns false
/// because waiting is pointless. After three long waits in a row the thread spins less (backoff), so that it
/// does not occupy a core in vain.
template <class Holds, class Sleep> bool wait_until(Holds holds, Sleep sleep) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds long_wait{200};
    constexpr unsigned long_waits_before_backoff = 3;
    constexpr int max_spins = 2000;
    constexpr int max_spins_after_backoff = 50;
    thread_local unsigned consecutive_long_waits = 0; // in a row
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
