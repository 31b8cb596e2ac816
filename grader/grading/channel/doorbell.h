#pragma once

/// @file
/// A word of shared memory between two runners: the keeper, which holds the buffers, and the caller, which
/// calls the student's function. Through it the keeper starts the call, and sees the function's return within
/// a microsecond; a message takes a hundred.
///
/// | word | set by | means |
/// |---|---|---|
/// | idle | the grader | no runner waits |
/// | armed | the caller | it waits for the inputs |
/// | prepared | the keeper | the inputs are in place, and the device is idle |
/// | awake | the caller | the device has switched to the caller's context |
/// | go | the keeper | the call starts now; the keeper's clock runs |
/// | done | the caller | the function has returned and the device is idle; the keeper's clock stops |
/// | given_up | the grader | any runner that waits stops waiting |
///
/// A device takes 140 microseconds to switch from one process's context to another's. The keeper has just
/// prepared the buffers, so the caller wakes the device with an empty kernel, and the clock starts only after
/// that. No work of the caller can run any sooner, and the keeper knows how long an empty kernel takes.
///
/// The caller can write any word at any time, so the keeper trusts none of them: the contents of the buffers
/// decide.

#include <atomic>
#include <cstdint>

#include "base/descriptor.h"

namespace grader {

/// The values of the word; the table above explains them.
enum class DoorbellState : std::uint32_t { idle, armed, prepared, awake, go, done, given_up };

/// The mapped memory of one doorbell. Not copyable, because it owns the mapping.
class Doorbell {
public:
    /// Maps the shared memory of @p descriptor, which may be closed afterwards. Throws std::runtime_error.
    explicit Doorbell(int descriptor);
    Doorbell(const Doorbell&) = delete;
    Doorbell& operator=(const Doorbell&) = delete;
    ~Doorbell();

    /// Creates shared memory for a doorbell in the state idle. Throws std::runtime_error.
    static Descriptor make();

    /// Writes @p state.
    void set(DoorbellState state) {
        word_->store(static_cast<std::uint32_t>(state), std::memory_order_release);
    }

    /// Returns whether the word is @p state now.
    [[nodiscard]] bool is_in_state(DoorbellState state) const {
        return word_->load(std::memory_order_acquire) == static_cast<std::uint32_t>(state);
    }

    /// Waits until the word is @p state. Returns false if it is given_up. Spins for the first 20
    /// milliseconds, longer than most timed calls take, and then sleeps between polls.
    [[nodiscard]] bool wait_for(DoorbellState state) const;

private:
    std::atomic<std::uint32_t>* word_ = nullptr;
};

} // namespace grader
