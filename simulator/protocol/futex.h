#pragma once

/// @file
/// Waiting for a number in memory that several processes share.

#include <atomic>
#include <chrono>
#include <cstdint>

namespace simulator::protocol {

/// Sleeps as long as @p word holds @p value, or until somebody wakes it or @p patience is over.
void sleep_while(const std::atomic<std::uint32_t>& word, std::uint32_t value,
                 std::chrono::nanoseconds patience);
/// Wakes all who sleep on @p word, in whichever process.
void wake(const std::atomic<std::uint32_t>& word);

/// Looks for a while, as answers mostly come within microseconds, and a sleep costs as many. Returns whether
/// @p holds was true in the end.
template <class Holds> bool look(Holds holds) {
    constexpr int looks = 2000;
    for (int n = 0; n < looks; ++n) {
        if (holds()) {
            return true;
        }
        __builtin_ia32_pause();
    }
    return holds();
}

} // namespace simulator::protocol
