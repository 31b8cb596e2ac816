#pragma once

/// @file
/// Detects data races: unordered conflicting accesses of different threads to one location.

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "checks/address_describer.h"
#include "checks/happens_before.h"
#include "checks/owners.h"
#include "checks/pending_updates.h"
#include "checks/reporter.h"
#include "checks/shadow_line.h"
#include "findings/observer.h"
#include "memory/access.h"

namespace simulator::checks {

/// Data races in the shared memory of blocks and in global memory, exact to the byte.
///
/// Shadow memory records for each location the accesses that a later one could still race with: a write, and
/// the reads since. A new access is compared with them by HappensBefore. Accesses are recorded at the
/// coarsest of three grains that is exact: a ShadowLine if whole warps accessed it in order, its
/// FineShadow, and per location a ShadowCell or an AccessHistory.
class RaceCheck {
public:
    /// Both arguments must outlive the object.
    RaceCheck(Reporter& reporter, const AddressDescriber& describer)
        : reporter_(&reporter), describer_(&describer) {}

    /// Sets the launch that all later calls belong to. Throws std::length_error if a kernel has too many
    /// instructions for ShadowAccess.
    void start_launch(const LaunchStart& launch);
    /// Forgets all accesses: order::WorkOrder finds races with other launches and with the host.
    void finish_launch();
    /// Starts a block with its shared memory: see Observer::block_started.
    void start_block(std::uint64_t block, const std::byte* shared);
    /// Forgets the shared memory of a block: see Observer::block_finished.
    void finish_block(std::uint64_t block);

    /// Checks the lanes @p mask of an access to shared memory.
    void shared_access(const Access& access, Mask mask);
    /// Checks the lanes @p mask of an access to global memory; each of them must have an owner.
    void global_access(const Access& access, Mask mask, const Owners& owners);
    /// Forgets the shadow of a freed allocation: later accesses are reported as use after free.
    void forget(std::uint32_t allocation) { global_.erase(allocation); }
    /// Records a completed copy to shared memory as a write of its thread.
    void copy_finished(WarpId place, unsigned lane, Address offset, std::uint8_t bytes, std::uint32_t op);

    /// Returns the order, to which barriers and fences must be reported.
    HappensBefore& happens_before() { return happens_before_; }

private:
    struct Shared {
        ShadowMap lines;
        const std::byte* bytes;
    };
    /// The memory that an access belongs to.
    struct Area {
        ShadowMap* lines;
        Address begin;          ///< address of the first byte
        const std::byte* bytes; ///< current values; null: unknown
    };
    /// An access that is being checked.
    struct AccessContext {
        const Access* access;
        WarpView view;
        Area area;
        bool writes;
        bool strong;
        bool record_only = false; ///< record the access without a report

        /// Returns whether an access is strong for threads of the same block only, in global memory.
        [[nodiscard]] bool block_scope() const {
            return strong && access->scope == MemoryScope::block && access->space == MemorySpace::global;
        }

        [[nodiscard]] ShadowAccess shadow_access(unsigned lane) const {
            return {view.block(), view.epoch(lane), access->op, view.warp() * 32 + lane};
        }
    };
    /// The conflict found for one lane of an access.
    struct Conflict {
        UnorderedPair pair;
        bool writes = false; ///< the earlier access is a write
        bool strong = false; ///< the earlier access is strong
        bool same_value = false;
        bool plain_read = false; ///< unordered with a compare-and-swap of exactly the same bytes
        /// The thread writes back a value that it read before the other's write, which is lost.
        bool lost_update = false;
        bool mixed_sizes = false; ///< two atomics of different sizes
        bool block_scope = false; ///< both are strong, but one of them not for the other's block

        [[nodiscard]] bool is_note() const { return same_value || plain_read; }
    };
    /// What an instruction does at each execution.
    struct InstructionAccess {
        AccessKind kind = AccessKind::load;
        std::uint8_t bytes = 0;
        AtomicLowering lowering = AtomicLowering::serialized;
        bool copies = false; ///< an asynchronous copy, which counts as a write where its thread waits for it
    };
    using MaybeConflict = std::optional<Conflict>;

    void check_access(const AccessContext& context, Mask mask);
    bool try_fast_line(const AccessContext& context, ShadowLine& line, const ShadowAccess& mark) const;
    void check_lines(const AccessContext& context);
    void check_lanes(const AccessContext& context, Mask lanes);
    [[nodiscard]] Mask redundant_lanes(const AccessContext& context, Mask lanes) const;
    void reset_redundant_words(const AccessContext& context, Mask lanes) const;
    [[nodiscard]] Mask lanes_at_one_address(const AccessContext& context, Mask lanes) const;
    bool try_fast_words(const AccessContext& context, FineShadow& fine, Address address, Mask lanes) const;
    void note_redundant_word(const AccessContext& context, FineShadow& fine, unsigned index) const;
    bool try_fast_history(const AccessContext& context, AccessHistory& history, Mask lanes) const;
    bool try_fast_cell(const AccessContext& context, ShadowCell& cell, Mask lanes) const;
    void check_locations(const AccessContext& context, FineShadow& fine, Address address, Mask lanes);
    MaybeConflict check_location(const AccessContext& context, FineShadow& fine, unsigned index,
                                 Address address, Mask lanes);
    MaybeConflict read_cell(const AccessContext& context, ShadowCell& cell, Mask lanes) const;
    bool record_reader(const AccessContext& context, ShadowCell& cell, unsigned lane,
                       const ShadowAccess& now) const;
    [[nodiscard]] bool are_representative(const ShadowAccess& first, const ShadowAccess& second,
                                          const ShadowAccess& now) const;
    MaybeConflict write_cell(const AccessContext& context, FineShadow& fine, unsigned index, Address address,
                             unsigned lane);
    MaybeConflict check_history(const AccessContext& context, FineShadow& fine, unsigned index,
                                Address address, Mask lanes);
    MaybeConflict find_conflict(const AccessContext& context, const AccessHistory& history, Mask lanes) const;
    MaybeConflict find_read_conflict(const AccessContext& context, const AccessHistory& history,
                                     Mask lanes) const;
    MaybeConflict find_strong_write_conflict(const AccessContext& context, const AccessHistory& history,
                                             Mask lanes) const;
    [[nodiscard]] bool is_same_word(const AccessContext& context, std::uint32_t op) const;
    MaybeConflict find_among_strong(const AccessContext& context, const AccessHistory& history,
                                    Mask lanes) const;
    [[nodiscard]] bool is_other_size(const AccessContext& context, std::uint32_t op) const;
    MaybeConflict find_mixed_sizes(const AccessContext& context, const AccessHistory& history,
                                   Mask lanes) const;
    MaybeConflict find_scope_conflict(const AccessContext& context, const AccessHistory& history,
                                      Mask lanes) const;
    MaybeConflict find_unawaited_store(const AccessContext& context, const AccessHistory& history,
                                       Mask lanes) const;
    void track_update(const AccessContext& context, const AccessHistory& history, Address address, Mask lanes,
                      MaybeConflict& found);
    [[nodiscard]] std::optional<UnorderedPair>
    find_unordered_write(const AccessContext& context, const AccessHistory& history, unsigned lane) const;
    MaybeConflict find_lockstep(const AccessContext& context, const AccessHistory& history, Mask lanes) const;
    [[nodiscard]] static bool is_volatile(const AccessContext& context);
    void record_in_history(const AccessContext& context, AccessHistory& history, Mask lanes) const;
    void record_strong_in_history(const AccessContext& context, AccessHistory& history,
                                  const WarpAccess& now) const;
    [[nodiscard]] bool writes_same_value(const AccessContext& context, const FineShadow& fine,
                                         Address address, const UnorderedPair& pair) const;
    [[nodiscard]] WarpAccess warp_access(const AccessContext& context, Mask lanes) const;
    void report(const AccessContext& context, Address address, const Conflict& conflict);
    [[nodiscard]] Message what(const AccessContext& context, const Conflict& conflict) const;
    [[nodiscard]] Message advice(const AccessContext& context, const Conflict& conflict) const;

    Reporter* reporter_;
    const AddressDescriber* describer_;
    HappensBefore happens_before_;
    PendingUpdates updates_;
    HistoryDetail detail_;
    std::vector<InstructionAccess> instruction_accesses_; ///< indexed by op
    std::uint32_t threads_ = 0;                           ///< threads per block
    std::uint32_t shared_bytes_ = 0;                      ///< bytes per block
    bool synchronizes_ = true;
    std::unordered_map<std::uint64_t, Shared> shared_;
    std::unordered_map<std::uint32_t, ShadowMap> global_; ///< indexed by the allocation's id
};

} // namespace simulator::checks
