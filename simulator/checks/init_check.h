#pragma once

/// @file
/// Finds reads of memory that nobody wrote.

#include <cstdint>
#include <map>
#include <unordered_map>

#include "checks/address_describer.h"
#include "checks/early_reads.h"
#include "checks/extent.h"
#include "checks/global_shadow.h"
#include "checks/owners.h"
#include "checks/reporter.h"
#include "checks/written_bits.h"
#include "findings/observer.h"
#include "memory/access.h"

namespace simulator::checks {

/// Device memory since its allocation, shared memory since its block's start, a function's local variables
/// since it was called. What a thread does with the values it has read is followed by the machine, for
/// registers and for local memory alike: see analysis/definedness.h.
class InitCheck {
public:
    /// All of what is given has to outlive it.
    /// @p races: reads that race with the write they come before are told as races, by somebody else.
    InitCheck(Reporter& reporter, const AddressDescriber& where, GlobalShadow& shadow, bool races)
        : reporter_(&reporter), describer_(&where), shadow_(&shadow), race_check_on_(races) {}

    /// What follows happens in this launch.
    void start_launch(const LaunchStart& launch);
    /// See Observer::launch_finished.
    void finish_launch();
    /// See Observer::block_started: its shared and local memory holds nothing yet.
    void start_block(std::uint64_t block);
    /// See Observer::block_finished.
    void finish_block(std::uint64_t block);

    /// Something orders threads of the block with each other or with others.
    void ordered(std::uint64_t block);
    /// The same for the threads of a warp alone.
    void warp_ordered(WarpId place);

    /// Looks at the lanes @p mask of an access; @p extent is that of all its lanes.
    void shared_access(const Access& access, Mask mask, const Extent& extent);
    /// The same; @p owners has the allocation of each of these lanes.
    void global_access(const Access& access, Mask mask, const Extent& extent, const Owners& owners);
    /// Reports nothing for a load, but returns the lanes of which no byte was written: one that was is
    /// enough, as structs are copied with the gaps between their members.
    Mask local_access(const Access& access, Mask mask);

    /// See Observer.
    void local_changed(WarpId place, Mask mask, std::uint32_t begin, std::uint32_t bytes, bool written);
    /// See Observer.
    void uninitialized_used(WarpId place, std::uint32_t op, unsigned lane, UninitializedSource source,
                            std::string_view name);

private:
    /// The local memory of a block's threads, one behind the other.
    struct LocalMemory {
        std::uint32_t thread_bytes;
        WrittenBits bits;

        [[nodiscard]] std::uint64_t begin_of(std::uint32_t warp, unsigned lane) const {
            return (std::uint64_t{warp} * warp_size + lane) * thread_bytes;
        }
    };

    void check_lane(const Access& access, unsigned lane, WrittenBits& bits, Address begin);
    void check_shared_lane(const Access& access, unsigned lane, WrittenBits& bits);
    void report(const Access& access, unsigned lane, unsigned missing);
    void report_early(std::uint64_t block, const EarlyRead& read);

    Reporter* reporter_;
    const AddressDescriber* describer_;
    GlobalShadow* shadow_;
    bool race_check_on_;
    std::uint32_t shared_bytes_ = 0;                        ///< of a block
    std::uint32_t reserved_shared_ = 0;                     ///< of these, as in LaunchStart
    std::uint32_t local_bytes_ = 0;                         ///< of a thread
    std::uint64_t threads_ = 0;                             ///< of a block
    std::unordered_map<std::uint64_t, WrittenBits> shared_; ///< by block
    std::unordered_map<std::uint64_t, LocalMemory> local_;  ///< by block
    std::map<std::uint64_t, EarlyReads> early_;             ///< by block, of those that have any
};

} // namespace simulator::checks
