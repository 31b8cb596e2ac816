#pragma once

/// @file
/// A word of memory that two runners share: one keeps the buffers, the other calls the student's function. By it the
/// keeper says when to begin, and sees when the function is done, within a microsecond; a message takes a hundred.
///
/// | word | set by | means |
/// |---|---|---|
/// | idle | the grader | nobody waits |
/// | armed | the caller | it waits for the inputs |
/// | prepared | the keeper | they are there, and the device is idle |
/// | awake | the caller | the device has changed over to it |
/// | go | the keeper | now; the keeper's clock runs |
/// | done | the caller | the function has returned and the device is idle; the keeper's clock stops |
/// | given_up | the grader | whoever waits stops waiting |
///
/// A device that has worked for one process takes 140 microseconds to change over to another. The keeper has just prepared
/// the buffers; so the caller wakes the device with an empty kernel, and the clock does not start before. Nothing of the
/// caller's can run any sooner, and the keeper knows how long an empty kernel takes.
///
/// The caller can write any word at any time, so the keeper believes none: what it sees in the buffers decides.

#include <atomic>
#include <cstdint>

#include "base/descriptor.h"

namespace grader {

/// The words, see above.
enum class DoorbellState : std::uint32_t { idle, armed, prepared, awake, go, done, given_up };

/// The memory of one doorbell, mapped. Not copyable: it owns the mapping.
class Doorbell {
public:
    /// Maps the shared memory behind @p descriptor, which may be closed afterwards. Throws std::runtime_error.
    explicit Doorbell(int descriptor);
    Doorbell(const Doorbell&) = delete;
    Doorbell& operator=(const Doorbell&) = delete;
    ~Doorbell();

    /// Shared memory for a doorbell, which says idle. Throws std::runtime_error.
    static Descriptor make();

    /// Says @p state.
    void set(DoorbellState state) {
        word_->store(static_cast<std::uint32_t>(state), std::memory_order_release);
    }

    /// Whether it says @p state now.
    [[nodiscard]] bool is_in_state(DoorbellState state) const {
        return word_->load(std::memory_order_acquire) == static_cast<std::uint32_t>(state);
    }

    /// Waits until it says @p state. False: it said given_up. Looks without a pause for 20 milliseconds, which is longer
    /// than most calls take that are timed, and then naps between looks.
    [[nodiscard]] bool wait_for(DoorbellState state) const;

private:
    std::atomic<std::uint32_t>* word_ = nullptr;
};

} // namespace grader
