#pragma once

/// @file
/// Vector clock over all threads of a launch.

#include <cstdint>
#include <memory>

namespace simulator::checks {

/// Numbers the ordering events of a launch: barriers, fences, releases. 0: before the first.
using LogicalTime = std::uint32_t;

/// A thread of a launch.
struct ThreadId {
    std::uint32_t block = 0; ///< linear index
    std::uint32_t index = 0; ///< index in the block, below 1024

    /// Returns the warp's index in the block.
    [[nodiscard]] std::uint32_t warp() const { return index / 32; }
    /// Returns the lane in that warp.
    [[nodiscard]] std::uint32_t lane() const { return index % 32; }
    /// Compares block and index.
    bool operator==(const ThreadId&) const = default;
};

/// A vector clock: for each thread of a launch, the time up to which its actions happen before the clock's
/// owner.
///
/// The clock is a persistent tree over all threads with 32 children per node: lanes form a warp, warps a
/// block, blocks groups of 32, and so on. A node's time applies to all threads below it, so "everything this
/// block did before its barrier" is one node. Nodes are immutable and shared between clocks; passing a clock
/// through thousands of blocks costs a few nodes per block.
class ThreadClock {
public:
    /// Returns the time up to which a thread's actions happen before; 0 = none.
    [[nodiscard]] LogicalTime of(ThreadId thread) const;
    /// Returns that time for all threads of a warp, from an entry for the warp or a larger group.
    [[nodiscard]] LogicalTime of_warp(std::uint32_t block, std::uint32_t warp) const;
    /// Returns whether the clock is zero for all threads.
    [[nodiscard]] bool empty() const { return root_ == nullptr; }

    /// Raises a thread's time to @p time; a later time stays.
    void raise_thread(ThreadId thread, LogicalTime time);
    /// Raises the time of all threads of a warp.
    void raise_warp(std::uint32_t block, std::uint32_t warp, LogicalTime time);
    /// Raises the time of all threads of a block.
    void raise_block(std::uint32_t block, LogicalTime time);
    /// Takes the maximum of both clocks per thread.
    void join(const ThreadClock& other);

private:
    struct Node;
    using Link = std::shared_ptr<const Node>;

    [[nodiscard]] LogicalTime lookup(std::uint64_t key, int level) const;
    void raise(std::uint64_t key, int level, LogicalTime time);
    static Link raised(const Link& node, int node_level, std::uint64_t key, int level, LogicalTime time);
    static Link joined(const Link& a, const Link& b);

    Link root_;
};

} // namespace simulator::checks
