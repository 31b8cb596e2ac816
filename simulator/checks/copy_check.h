#pragma once

/// @file
/// Finds accesses to memory that a copy beside the threads (cp.async) is still writing or reading.

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

/// Between its start and its thread's wait a copy belongs to nobody: not even the thread that started it may
/// touch its bytes, and nobody may change those that it copies. After the wait it is a write of that thread, which other threads need a barrier for, as
/// the race check sees to.
class CopyCheck {
public:
    /// Tells @p races of copies that are done. All have to outlive it.
    CopyCheck(Reporter& reporter, const AddressDescriber& where, RaceCheck& races)
        : reporter_(&reporter), describer_(&where), races_(&races) {}

    /// What follows happens in this launch.
    void start_launch(const LaunchStart& launch);
    /// See Observer::block_started.
    void start_block(std::uint64_t block) { blocks_.insert_or_assign(block, Block()); }
    /// See Observer::block_finished. Nobody waits for copies that are still under way.
    void finish_block(std::uint64_t block);

    /// See Observer::copy_started; only the lanes of @p mask copy.
    void start(const Access& store, const Access& load, Mask mask);
    /// See Observer::copies_grouped.
    void group(WarpId place, Mask mask);
    /// See Observer::copies_finished.
    void finish(WarpId place, Mask mask, std::uint32_t pending_groups);
    /// See Observer::copies_tracked.
    void track(WarpId place, Mask mask, const Address* barriers);
    /// See Observer::phase_completed.
    void complete(std::uint64_t block, Address barrier);

    /// Reports lanes that touch what a copy is writing, and returns them.
    Mask check_access(const Access& access, Mask mask);
    /// The same for lanes that change in global memory what a copy is reading.
    Mask check_sources(const Access& access, Mask mask);

private:
    struct Copy {
        Address offset;
        std::optional<Address> source; ///< none: it only writes zeros
        std::uint8_t bytes;
        std::uint32_t op;
        std::uint64_t group; ///< how many groups its thread had closed before
        /// The barrier object at which it arrives; it is a write of its thread from then on, as whoever waits for the
        /// barrier has to see.
        std::optional<Address> barrier = {};
    };
    struct Thread {
        std::deque<Copy> copies;
        std::uint64_t groups = 0; ///< closed
    };
    /// Who writes or reads a word.
    struct PendingCopies {
        std::uint32_t copies = 0; ///< under way; 0: nobody
        ThreadId thread = {};     ///< of the latest
        std::uint32_t op = 0;     ///< the same
    };
    struct Block {
        std::size_t in_flight = 0;
        std::vector<PendingCopies> words = {}; ///< made by the first copy
        std::unordered_map<std::uint32_t, Thread> threads = {};
    };

    void end(Block& block, const Copy& copy);
    void report(const Access& access, unsigned lane, const PendingCopies& pending);

    Reporter* reporter_;
    const AddressDescriber* describer_;
    RaceCheck* races_;
    std::uint32_t shared_bytes_ = 0; ///< of a block
    std::unordered_map<std::uint64_t, Block> blocks_;
    std::unordered_map<Address, PendingCopies> sources_; ///< by words of global memory that are being read
};

} // namespace simulator::checks
