#pragma once

/// @file
/// Reports reads of uninitialized memory.

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

/// Definedness of memory: device memory since its allocation, shared memory since its block started, a
/// function's local variables since its call. The machine tracks the definedness of loaded values in
/// registers and local memory: see analysis/definedness.h.
class InitCheck {
public:
    /// All arguments must outlive the object.
    /// @p races: the race check is on, and reports reads that race with a later write.
    InitCheck(Reporter& reporter, const AddressDescriber& describer, GlobalShadow& shadow, bool races)
        : reporter_(&reporter), describer_(&describer), shadow_(&shadow), race_check_on_(races) {}

    /// Sets the launch that all later calls belong to.
    void start_launch(const LaunchStart& launch);
    /// Reports the early reads that are left: see Observer::launch_finished.
    void finish_launch();
    /// Marks the shared and local memory of a block as uninitialized: see Observer::block_started.
    void start_block(std::uint64_t block);
    /// Reports the early reads of a block: see Observer::block_finished.
    void finish_block(std::uint64_t block);

    /// Reports early reads, because a barrier or fence orders threads of the block from now on.
    void ordered(std::uint64_t block);
    /// Records a `__syncwarp` of the warp.
    void warp_ordered(WarpId place);

    /// Checks the lanes @p mask of an access to shared memory; @p extent is that of all its lanes.
    void shared_access(const Access& access, Mask mask, const Extent& extent);
    /// Checks the lanes @p mask of an access to global memory; @p owners has the allocation of each of them.
    void global_access(const Access& access, Mask mask, const Extent& extent, const Owners& owners);
    /// Reports nothing for a load, but returns the lanes of which no byte was written. One written byte is
    /// enough, because structs are copied with their padding.
    Mask local_access(const Access& access, Mask mask);

    /// Marks local memory as written or uninitialized: see Observer::local_changed.
    void local_changed(WarpId place, Mask mask, std::uint32_t begin, std::uint32_t bytes, bool written);
    /// Reports the use of an uninitialized value: see Observer::uninitialized_used.
    void uninitialized_used(WarpId place, std::uint32_t op, unsigned lane, UninitializedSource source,
                            std::string_view name);

private:
    /// Local memory of a block's threads, in order of warps and lanes.
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
    std::uint32_t shared_bytes_ = 0;    ///< bytes per block
    std::uint32_t reserved_shared_ = 0; ///< bytes of these that CUDA reserves, as in LaunchStart
    std::uint32_t local_bytes_ = 0;     ///< bytes per thread
    std::uint64_t threads_ = 0;         ///< threads per block
    std::unordered_map<std::uint64_t, WrittenBits> shared_; ///< indexed by block
    std::unordered_map<std::uint64_t, LocalMemory> local_;  ///< indexed by block
    std::map<std::uint64_t, EarlyReads> early_; ///< indexed by block, only of blocks with early reads
};

} // namespace simulator::checks
