#pragma once

/// @file
/// What somebody knows of what all threads of a launch have done.

#include <cstdint>
#include <memory>

namespace simulator::checks {

/// Numbers the events of a launch that order something: barriers, fences, releases. 0: before the first.
using LogicalTime = std::uint32_t;

/// A thread of a launch.
struct ThreadId {
    std::uint32_t block = 0; ///< linear
    std::uint32_t index = 0; ///< in the block, below 1024

    /// Its warp in the block.
    [[nodiscard]] std::uint32_t warp() const { return index / 32; }
    /// Its lane in that warp.
    [[nodiscard]] std::uint32_t lane() const { return index % 32; }
    /// The same thread.
    bool operator==(const ThreadId&) const = default;
};

/// For every thread of a launch a time: everything that the thread did up to then came before.
///
/// It is a tree over all threads, 32 children a node: lanes make a warp, warps a block, blocks make groups of
/// 32, and so on. A node's time holds for all threads below it, so "everything this block did before its
/// barrier" is one node. Nodes never change and are shared between clocks; a clock that passes through
/// thousands of blocks costs each of them a few nodes.
class ThreadClock {
public:
    /// Up to when @p thread is known.
    [[nodiscard]] LogicalTime of(ThreadId thread) const;
    /// Up to when all threads of a warp are known, by an entry for the warp or for more.
    [[nodiscard]] LogicalTime of_warp(std::uint32_t block, std::uint32_t warp) const;
    /// Whether nothing is known of any thread.
    [[nodiscard]] bool empty() const { return root_ == nullptr; }

    /// Learns what a thread did up to @p time. What was known beyond that stays known.
    void raise_thread(ThreadId thread, LogicalTime time);
    /// The same of all threads of a warp.
    void raise_warp(std::uint32_t block, std::uint32_t warp, LogicalTime time);
    /// The same of all threads of a block.
    void raise_block(std::uint32_t block, LogicalTime time);
    /// Learns all that @p other knows.
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
