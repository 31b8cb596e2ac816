#pragma once

/// @file
/// Finds barriers that not all threads of a block come to.

#include <cstdint>

#include "observe/checks/reporter.h"
#include "observe/observer.h"

namespace simulator::checks {

/// The machine sees which threads wait; this says it.
class BarrierCheck {
public:
    explicit BarrierCheck(Reporter& reporter) : reporter_(&reporter) {}

    void start_launch(const LaunchStart& launch) { threads_ = launch.threads(); }

    void skipped(std::uint64_t block, std::uint32_t op, std::uint32_t absent);
    void mixed(std::uint64_t block, std::uint32_t op, std::uint32_t other_op);

private:
    Reporter* reporter_;
    std::uint32_t threads_ = 0; ///< of a block
};

} // namespace simulator::checks
