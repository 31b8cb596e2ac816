#pragma once

/// @file
/// Faults and incidents on one core of the host, and their way to the observer.

#include <cstdint>
#include <span>

#include "machine/launch_state.h"

namespace simulator {

class Block;

/// Stops the launch at faults, and reports barriers and the incidents of blocks to the observer.
class CoreIncidents {
public:
    /// Creates the incident handling of a core that takes part in @p launch, which must outlive it.
    explicit CoreIncidents(LaunchState& launch) : launch_(launch) {}

    /// Makes block @p block the current one.
    void switch_to(std::uint64_t block) { current_ = block; }
    /// Stops the launch with @p fault.
    void stop(Fault fault);
    /// Returns whether the current block of this core caused a fault.
    [[nodiscard]] bool faulted() const { return faulted_; }
    /// Clears the fault flag once the faulting block is over.
    void forget_fault() { faulted_ = false; }
    /// Returns whether the current block can stop, because it or a lower block has faulted.
    [[nodiscard]] bool stopped() const { return faulted_ || launch_.is_past_fault(current_); }

    /// The observer has refused all lanes of @p access and has reported the reason. The launch fails:
    /// immediately with @p at_once, otherwise at its end, so that all such accesses are found.
    void refused(const Access& access, bool at_once);
    /// The machine has refused all lanes of @p access. The launch fails at its end, so that all such accesses
    /// are found.
    void invalid_access(Block& block, const Access& access);
    /// Reports that a warp has arrived at barrier @p number without waiting (`bar.arrive`).
    void barrier_arrived(const Block& block, std::uint32_t warp, std::uint32_t number);
    /// Reports that barrier @p number has completed. Its threads are those of @p warps, or with @p whole all
    /// that have not left the kernel. @p op is the instruction that arrived first. @p absent threads had left
    /// the kernel before.
    void barrier_completed(Block& block, std::uint32_t number, bool whole,
                           std::span<const std::uint32_t> warps, std::uint32_t op, std::uint32_t absent);
    /// Records that threads arrive at barrier instruction @p op while others wait at instruction @p other
    /// with the same number.
    void mixed_barrier(Block& block, std::uint32_t op, std::uint32_t other);
    /// Returns whether two different instructions come from different source lines, or from unknown ones.
    [[nodiscard]] bool different_lines(std::uint32_t a, std::uint32_t b) const;

private:
    void buffer_or_report(Block& block);

    LaunchState& launch_;
    bool faulted_ = false;
    std::uint64_t current_ = 0; ///< linear index of the current block
};

} // namespace simulator
