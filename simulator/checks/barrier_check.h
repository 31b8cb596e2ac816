#pragma once

/// @file
/// Reports divergent barriers: barriers that not all threads of a block reach.

#include <cstdint>

#include "checks/reporter.h"
#include "findings/observer.h"

namespace simulator::checks {

/// Makes findings of the barriers at which the machine saw threads missing.
class BarrierCheck {
public:
    /// @p reporter must outlive the object.
    explicit BarrierCheck(Reporter& reporter) : reporter_(&reporter) {}

    /// Sets the launch that all later calls belong to.
    void start_launch(const LaunchStart& launch) { threads_ = launch.threads(); }

    /// Reports a barrier that threads have skipped: see Observer::divergent_barrier.
    void skipped(std::uint64_t block, std::uint32_t op, std::uint32_t absent);
    /// Reports threads of a block that wait at different barriers of one number: see Observer::mixed_barrier.
    void mixed(std::uint64_t block, std::uint32_t op, std::uint32_t other_op);

private:
    Reporter* reporter_;
    std::uint32_t threads_ = 0; ///< threads per block
};

} // namespace simulator::checks
