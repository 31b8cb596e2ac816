#pragma once

/// @file
/// The definition of a data race, implemented as plainly as possible: event A happens before event B if a
/// graph of all events has a path from A to B.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "check_bench.h"

namespace bench {

/// Takes the same events as Checks and reports for each access whether it races with an earlier one. Slow:
/// it compares each access with all earlier ones.
class Oracle {
public:
    explicit Oracle(std::uint32_t threads) : threads_(threads) {}

    /// Returns whether any lane of an access would race if it happened now. Records nothing.
    bool would_race(WarpId place, Mask mask, Kind kind, const std::function<Address(int)>& address);
    /// Records an access.
    void access(WarpId place, Mask mask, Kind kind, const std::function<Address(int)>& address);
    void barrier(std::uint32_t block, std::span<const std::uint32_t> warps);
    void warp_barrier(WarpId place, Mask mask);
    void fence(WarpId place, Mask mask, MemoryScope scope);

private:
    using Node = std::size_t;
    using Thread = std::pair<std::uint32_t, std::uint32_t>; ///< block, number in the block
    using Location = std::pair<std::uint64_t, Address>;     ///< 0: global, 1 + block: shared; address
    static constexpr Node nothing = ~Node{0};

    struct Event {
        Node node;
        Thread thread;
        Location place;
        Kind kind;
    };
    /// The nodes that a variable releases: to all threads, and to the threads of one block.
    struct Variable {
        Node everybody = nothing;
        Node own_block = nothing;
        std::uint32_t block = 0;
    };

    Node add(const std::vector<Node>& before);
    Node step(Thread thread, Node also_before = nothing);
    [[nodiscard]] bool path(Node from, Node to) const;
    [[nodiscard]] bool seen_by_observer(const Event& earlier, Node now) const;
    [[nodiscard]] static bool is_lockstep(const Event& earlier, const Event& now);
    [[nodiscard]] bool races(const Event& now) const;
    bool note(WarpId place, Mask mask, Kind kind, const std::function<Address(int)>& address);
    void join(const std::vector<Thread>& threads);
    void acquire(Thread thread, const Variable& variable);
    void release(Thread thread, const Location& place, Kind kind);

    std::uint32_t threads_;
    std::vector<std::vector<std::uint64_t>> before_;   ///< per node, bit set of all predecessors
    std::map<Thread, Node> last_;                      ///< last event per thread
    std::array<std::map<Thread, Node>, 2> last_fence_; ///< [0]: last fence, [1]: last device fence
    std::map<Location, Variable> variables_;
    std::vector<Event> events_;
};

} // namespace bench
