#pragma once

/// @file
/// Finds barriers that not all threads of a block come to.

#include <cstdint>

#include "checks/reporter.h"
#include "findings/observer.h"

namespace simulator::checks {

/// The machine sees which threads wait; this says it.
class BarrierCheck {
public:
    /// @p reporter has to outlive it.
    explicit BarrierCheck(Reporter& reporter) : reporter_(&reporter) {}

    /// What follows happens in this launch.
    void start_launch(const LaunchStart& launch) { threads_ = launch.threads(); }

    /// See Observer::skipped_barrier.
    void skipped(std::uint64_t block, std::uint32_t op, std::uint32_t absent);
    /// See Observer::mixed_barrier.
    void mixed(std::uint64_t block, std::uint32_t op, std::uint32_t other_op);

private:
    Reporter* reporter_;
    std::uint32_t threads_ = 0; ///< of a block
};

} // namespace simulator::checks
