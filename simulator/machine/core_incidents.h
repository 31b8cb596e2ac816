#pragma once

/// @file
/// What goes wrong on one core of the host: faults, and incidents that the observer hears of.

#include <cstdint>
#include <span>

#include "machine/launch_state.h"

namespace simulator {

class Block;

/// Stops the launch at faults, and passes on what goes wrong in blocks, and their barriers, to the observer.
class CoreIncidents {
public:
    /// Of a core that takes part in @p launch, which has to outlive it.
    explicit CoreIncidents(LaunchState& launch) : launch_(launch) {}

    /// Block @p block runs from here on.
    void switch_to(std::uint64_t block) { current_ = block; }
    /// Stops the launch.
    void stop(Fault fault);
    /// Whether this core's block caused a fault.
    [[nodiscard]] bool faulted() const { return faulted_; }
    /// The block that caused a fault is over.
    void forget_fault() { faulted_ = false; }
    /// Whether the block under way need not go on.
    [[nodiscard]] bool stopped() const { return faulted_ || launch_.is_past_fault(current_); }

    /// The listener has refused all lanes of an access, and reported why. The launch fails: at once, or when all
    /// such accesses have been found.
    void refused(const Access& access, bool at_once);
    /// The machine has refused all lanes of an access. The launch fails when all such accesses have been
    /// found.
    void invalid_access(Block& block, const Access& access);
    /// A warp has come to barrier @p number and does not wait.
    void barrier_arrived(const Block& block, std::uint32_t warp, std::uint32_t number);
    /// The threads of @p warps (all that have not left, when @p whole) have met at barrier @p number, of which
    /// @p op was the first to be executed. @p absent threads had left before.
    void barrier_completed(Block& block, std::uint32_t number, bool whole,
                           std::span<const std::uint32_t> warps, std::uint32_t op, std::uint32_t absent);
    /// Threads come to the barrier @p op, while others wait at @p other with the same number.
    void mixed_barrier(Block& block, std::uint32_t op, std::uint32_t other);
    /// Whether two instructions come from different lines of the source.
    [[nodiscard]] bool different_lines(std::uint32_t a, std::uint32_t b) const;

private:
    void buffer_or_report(Block& block);

    LaunchState& launch_;
    bool faulted_ = false;
    std::uint64_t current_ = 0; ///< the block that runs
};

} // namespace simulator
