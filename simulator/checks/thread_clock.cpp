#include "checks/thread_clock.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace simulator::checks {

namespace {

constexpr int thread_level = 0;
constexpr int warp_level = 1;
constexpr int block_level = 2;
constexpr int root_level = 9; // 32 to the power of 9 threads, enough for 2^32 blocks

std::uint64_t key_of(std::uint32_t block, std::uint32_t index) {
    return (std::uint64_t{block} << 10) | index;
}

/// Returns the index of the child of a node at @p level that leads to @p key.
unsigned digit(std::uint64_t key, int level) { return static_cast<unsigned>(key >> (5 * (level - 1))) & 31; }

} // namespace

struct ThreadClock::Node {
    LogicalTime floor = 0;           ///< time of all threads below
    LogicalTime highest = 0;         ///< greatest floor in this tree
    std::uint32_t present = 0;       ///< one bit per child
    std::vector<Link> children = {}; ///< present children in ascending order

    [[nodiscard]] const Link* child(unsigned n) const {
        if ((present >> n & 1) == 0) return nullptr;
        const std::uint32_t below = present & ((1u << n) - 1);
        return &children[static_cast<std::size_t>(std::popcount(below))];
    }

    /// Appends a child after those with lower indices. Omits a child that adds nothing to the floor.
    void append(unsigned n, const Link& link) {
        if (link->highest <= floor) return;
        present |= 1u << n;
        children.push_back(link);
        highest = std::max(highest, link->highest);
    }
};

LogicalTime ThreadClock::of(ThreadId thread) const {
    return lookup(key_of(thread.block, thread.index), thread_level);
}

LogicalTime ThreadClock::of_warp(std::uint32_t block, std::uint32_t warp) const {
    return lookup(key_of(block, warp * 32), warp_level);
}

void ThreadClock::raise_thread(ThreadId thread, LogicalTime time) {
    raise(key_of(thread.block, thread.index), thread_level, time);
}

void ThreadClock::raise_warp(std::uint32_t block, std::uint32_t warp, LogicalTime time) {
    raise(key_of(block, warp * 32), warp_level, time);
}

void ThreadClock::raise_block(std::uint32_t block, LogicalTime time) {
    raise(key_of(block, 0), block_level, time);
}

void ThreadClock::join(const ThreadClock& other) { root_ = joined(root_, other.root_); }

LogicalTime ThreadClock::lookup(std::uint64_t key, int level) const {
    LogicalTime known = 0;
    const Node* node = root_.get();
    for (int at = root_level; node != nullptr; --at) {
        known = std::max(known, node->floor);
        if (at == level) break;
        const Link* next = node->child(digit(key, at));
        node = next != nullptr ? next->get() : nullptr;
    }
    return known;
}

void ThreadClock::raise(std::uint64_t key, int level, LogicalTime time) {
    if (time != 0) root_ = raised(root_, root_level, key, level, time);
}

ThreadClock::Link ThreadClock::raised(const Link& node, int node_level, std::uint64_t key, int level,
                                      LogicalTime time) {
    if (node != nullptr && node->floor >= time) return node;
    const bool here = node_level == level;
    auto result = std::make_shared<Node>();
    result->floor = here ? time : node != nullptr ? node->floor : 0;
    result->highest = result->floor;
    for (unsigned n = 0; n < 32; ++n) {
        const Link* old = node != nullptr ? node->child(n) : nullptr;
        if (!here && n == digit(key, node_level)) {
            const Link grown = raised(old != nullptr ? *old : nullptr, node_level - 1, key, level, time);
            if (old != nullptr && grown == *old) return node;
            result->append(n, grown);
        } else if (old != nullptr) {
            result->append(n, *old);
        }
    }
    return result;
}

/// Returns one of the two trees itself if it contains the other, so that trees share nodes.
ThreadClock::Link ThreadClock::joined(const Link& a, const Link& b) {
    if (a == nullptr) return b;
    if (b == nullptr || a == b || b->highest <= a->floor) return a;
    if (a->highest <= b->floor) return b;
    auto result = std::make_shared<Node>();
    result->floor = std::max(a->floor, b->floor);
    result->highest = result->floor;
    bool like_a = result->floor == a->floor;
    bool like_b = result->floor == b->floor;
    for (std::uint32_t rest = a->present | b->present; rest != 0; rest &= rest - 1) {
        const auto n = static_cast<unsigned>(std::countr_zero(rest));
        const Link* of_a = a->child(n);
        const Link* of_b = b->child(n);
        const Link both = joined(of_a != nullptr ? *of_a : nullptr, of_b != nullptr ? *of_b : nullptr);
        if (both->highest <= result->floor) continue;
        result->append(n, both);
        like_a = like_a && of_a != nullptr && both == *of_a;
        like_b = like_b && of_b != nullptr && both == *of_b;
    }
    if (like_a) return a;
    if (like_b) return b;
    return result;
}

} // namespace simulator::checks
