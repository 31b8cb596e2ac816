#pragma once

/// @file
/// Finds accesses of different threads to one place that nothing orders.

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

/// Races in the shared memory of blocks and in global memory, exact to the byte.
///
/// Each place remembers the accesses that a later one could still race with: a write, and the reads since. A
/// new access is compared with them by HappensBefore. Accesses are noted at three grains, the coarsest that says it
/// all: a ShadowLine that whole warps went over in order, its FineShadow, and for each of those a ShadowCell or a AccessHistory.
class RaceCheck {
public:
    /// Both have to outlive it.
    RaceCheck(Reporter& reporter, const AddressDescriber& where) : reporter_(&reporter), describer_(&where) {}

    /// What follows happens in this launch. Throws std::length_error for a kernel that ShadowAccess has no room for.
    void start_launch(const LaunchStart& launch);
    /// Forgets all: what the host does next comes after everything here.
    void finish_launch();
    /// See Observer::block_started.
    void start_block(std::uint64_t block, const std::byte* shared);
    /// See Observer::block_finished.
    void finish_block(std::uint64_t block);

    /// Looks at the lanes @p mask of an access to shared memory.
    void shared_access(const Access& access, Mask mask);
    /// Looks at the lanes @p mask of an access to global memory, all of which have an owner.
    void global_access(const Access& access, Mask mask, const Owners& owners);
    /// An allocation is gone, and what was known of it: who touches it later is told otherwise.
    void forget(std::uint32_t allocation) { global_.erase(allocation); }
    /// A copy to shared memory has ended, and its bytes count as written by its thread now.
    void copy_finished(WarpId place, unsigned lane, Address offset, std::uint8_t bytes, std::uint32_t op);

    /// Tells of what orders accesses.
    HappensBefore& happens_before() { return happens_before_; }

private:
    struct Shared {
        ShadowMap lines;
        const std::byte* bytes;
    };
    /// What an access goes to.
    struct Area {
        ShadowMap* lines;
        Address begin;          ///< address of the first byte
        const std::byte* bytes; ///< null: not known
    };
    /// An access under way.
    struct AccessContext {
        const Access* access;
        WarpView view;
        Area area;
        bool writes;
        bool strong;
        bool record_only = false; ///< only to be noted

        /// Strong for the threads of its own block alone, where those of others come, too.
        [[nodiscard]] bool block_scope() const {
            return strong && access->scope == MemoryScope::block && access->space == MemorySpace::global;
        }

        [[nodiscard]] ShadowAccess shadow_access(unsigned lane) const {
            return {view.block(), view.epoch(lane), access->op, view.warp() * 32 + lane};
        }
    };
    /// What was found wrong with one lane of an access.
    struct Conflict {
        UnorderedPair pair;
        bool writes = false; ///< the earlier access did
        bool strong = false; ///< the earlier access was
        bool same_value = false;
        bool plain_read = false; ///< beside a compare-and-swap of just the same bytes
        bool lost_update =
            false; ///< the thread writes back what it has read, and the other's write gets lost
        bool mixed_sizes = false; ///< both are atomics, of different sizes
        bool block_scope = false; ///< both are strong, but one of them not for the other's block

        [[nodiscard]] bool is_note() const { return same_value || plain_read; }
    };
    /// What an instruction does, whenever it is executed.
    struct InstructionAccess {
        AccessKind kind = AccessKind::load;
        std::uint8_t bytes = 0;
        AtomicLowering lowering = AtomicLowering::serialized;
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
    std::vector<InstructionAccess> instruction_accesses_; ///< by op
    std::uint32_t threads_ = 0;                           ///< of a block
    std::uint32_t shared_bytes_ = 0;                      ///< of a block
    bool synchronizes_ = true;
    std::unordered_map<std::uint64_t, Shared> shared_;
    std::unordered_map<std::uint32_t, ShadowMap> global_; ///< by id of the allocation
};

} // namespace simulator::checks
