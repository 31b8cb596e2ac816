#pragma once

/// @file
/// Reports accesses to memory that an asynchronous copy (cp.async) is still writing or reading.

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "checks/race_check.h"
#include "checks/reporter.h"
#include "findings/observer.h"
#include "memory/access.h"

namespace simulator::checks {

/// From its start until its thread has waited for it, a copy is asynchronous to all threads. Not even the
/// thread that started it may access the destination, and no thread may change the source. After the wait,
/// the copy counts as a write of that thread; other threads need a barrier, which the race check verifies.
class CopyCheck {
public:
    /// @p races receives the completed copies. All arguments must outlive the object.
    CopyCheck(Reporter& reporter, const AddressDescriber& describer, RaceCheck& races)
        : reporter_(&reporter), describer_(&describer), races_(&races) {}

    /// Sets the launch that all later calls belong to.
    void start_launch(const LaunchStart& launch);
    /// Starts a block: see Observer::block_started.
    void start_block(std::uint64_t block) { blocks_.insert_or_assign(block, Block()); }
    /// Ends a block with its copies in flight, which no thread waits for: see Observer::block_finished.
    void finish_block(std::uint64_t block);

    /// Starts a copy by the lanes of @p mask only: see Observer::copy_started.
    void start(const Access& store, const Access& load, Mask mask);
    /// Closes a group of copies: see Observer::copies_grouped.
    void group(WarpId place, Mask mask);
    /// Completes all but the latest groups: see Observer::copies_finished.
    void finish(WarpId place, Mask mask, std::uint32_t pending_groups);
    /// Lets copies arrive at barrier objects: see Observer::copies_tracked.
    void track(WarpId place, Mask mask, const Address* barriers);
    /// Completes the copies that a barrier object tracks: see Observer::phase_completed.
    void complete(std::uint64_t block, Address barrier);

    /// Reports lanes that access what a copy is writing, and returns them.
    Mask check_access(const Access& access, Mask mask);
    /// Reports lanes that write global memory which a copy is reading, and returns them.
    Mask check_sources(const Access& access, Mask mask);

private:
    struct Copy {
        Address offset;
        std::optional<Address> source; ///< nullopt: the copy only writes zeros
        std::uint8_t bytes;
        std::uint32_t op;
        std::uint64_t group; ///< number of groups that its thread had closed before
        /// The barrier object at which it arrives. From then on it is a write of its thread, which must be
        /// visible to threads that wait for the barrier.
        std::optional<Address> barrier = {};
    };
    struct Thread {
        std::deque<Copy> copies;
        std::uint64_t groups = 0; ///< number of closed groups
    };
    /// The copies that write or read a word.
    struct PendingCopies {
        std::uint32_t copies = 0; ///< number in flight; 0: none
        ThreadId thread = {};     ///< thread of the latest copy
        std::uint32_t op = 0;     ///< op of the latest copy
    };
    struct Block {
        std::size_t in_flight = 0;
        std::vector<PendingCopies> words = {}; ///< allocated by the first copy
        std::unordered_map<std::uint32_t, Thread> threads = {};
    };

    void end(Block& block, const Copy& copy);
    void report(const Access& access, unsigned lane, const PendingCopies& pending);

    Reporter* reporter_;
    const AddressDescriber* describer_;
    RaceCheck* races_;
    std::uint32_t shared_bytes_ = 0; ///< bytes per block
    std::unordered_map<std::uint64_t, Block> blocks_;
    /// Copies per word of global memory that is being read.
    std::unordered_map<Address, PendingCopies> sources_;
};

} // namespace simulator::checks
