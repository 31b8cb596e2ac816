#pragma once

/// @file
/// Finds barriers that not all threads of a block come to.

#include <cstdint>
#include <unordered_map>

#include "observe/checks/reporter.h"
#include "observe/observer.h"

namespace simulator::checks {

/// The machine sees which threads wait; this says it.
class BarrierCheck {
public:
    explicit BarrierCheck(Reporter& reporter) : reporter_(&reporter) {}

    void start_launch() { threads_.clear(); }
    void start_block(const BlockStart& block) { threads_[block.block] = block.threads; }
    void finish_block(std::uint64_t block) { threads_.erase(block); }

    void skipped(std::uint64_t block, std::uint32_t op, std::uint32_t absent);
    void mixed(std::uint64_t block, std::uint32_t op, std::uint32_t other_op);

private:
    Reporter* reporter_;
    std::unordered_map<std::uint64_t, std::uint32_t> threads_; ///< of running blocks
};

} // namespace simulator::checks
