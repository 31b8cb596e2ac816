#pragma once

/// @file
/// Finds accesses of different threads to one place that nothing orders.

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "checks/line.h"
#include "checks/order.h"
#include "checks/owners.h"
#include "checks/reporter.h"
#include "checks/updates.h"
#include "checks/where.h"
#include "findings/observer.h"
#include "memory/access.h"

namespace simulator::checks {

/// Races in the shared memory of blocks and in global memory, exact to the byte.
///
/// Each place remembers the accesses that a later one could still race with: a write, and the reads since. A
/// new access is compared with them by Order. Accesses are noted at three grains, the coarsest that says it
/// all: a Line that whole warps went over in order, its Places, and for each of those a Cell or a Crowd.
class RaceCheck {
public:
    /// Both have to outlive it.
    RaceCheck(Reporter& reporter, const Where& where) : reporter_(&reporter), where_(&where) {}

    /// What follows happens in this launch. Throws std::length_error for a kernel that Mark has no room for.
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
    Order& order() { return order_; }

private:
    struct Shared {
        LineMap lines;
        const std::byte* bytes;
    };
    /// What an access goes to.
    struct Area {
        LineMap* lines;
        Address begin;          ///< address of the first byte
        const std::byte* bytes; ///< null: not known
    };
    /// An access under way.
    struct Look {
        const Access* access;
        View view;
        Area area;
        bool writes;
        bool strong;
        bool silent = false; ///< only to be noted

        /// Strong for the threads of its own block alone, where those of others come, too.
        [[nodiscard]] bool narrow() const {
            return strong && access->scope == MemoryScope::block && access->space == MemorySpace::global;
        }

        [[nodiscard]] Mark mark(unsigned lane) const {
            return {view.block(), view.epoch(lane), access->op, view.warp() * 32 + lane};
        }
    };
    /// What was found wrong with one lane of an access.
    struct Conflict {
        Unordered who;
        bool writes = false; ///< the earlier access did
        bool strong = false; ///< the earlier access was
        bool same_value = false;
        bool plain_read = false; ///< beside a compare-and-swap of just the same bytes
        bool lost = false;       ///< the thread writes back what it has read, and the other's write gets lost
        bool mixed = false;      ///< both are atomics, of different sizes
        bool narrow = false;     ///< both are strong, but one of them not for the other's block

        [[nodiscard]] bool is_note() const { return same_value || plain_read; }
    };
    /// What an instruction does, whenever it is executed.
    struct Manner {
        AccessKind kind = AccessKind::load;
        std::uint8_t bytes = 0;
        AtomicLowering lowering = AtomicLowering::serialized;
    };
    using Found = std::optional<Conflict>;

    void look_at(const Look& look, Mask mask);
    bool pass_line(const Look& look, Line& line, const Mark& mark) const;
    void look_at_lines(const Look& look);
    void look_at_lanes(const Look& look, Mask lanes);
    [[nodiscard]] Mask calm_lanes(const Look& look, Mask lanes) const;
    void stir(const Look& look, Mask lanes) const;
    [[nodiscard]] Mask lanes_together(const Look& look, Mask lanes) const;
    bool pass_words(const Look& look, Places& places, Address address, Mask lanes) const;
    void note_calm(const Look& look, Places& places, unsigned place) const;
    bool pass_crowd(const Look& look, Crowd& crowd, Mask lanes) const;
    bool pass_cell(const Look& look, Cell& cell, Mask lanes) const;
    void look_closely(const Look& look, Places& places, Address address, Mask lanes);
    Found look_at_place(const Look& look, Places& places, unsigned place, Address address, Mask lanes);
    Found read_cell(const Look& look, Cell& cell, Mask lanes) const;
    bool note_reader(const Look& look, Cell& cell, unsigned lane, const Mark& now) const;
    [[nodiscard]] bool two_stand_for_all(const Mark& first, const Mark& second, const Mark& now) const;
    Found write_cell(const Look& look, Places& places, unsigned place, Address address, unsigned lane);
    Found look_at_crowd(const Look& look, Places& places, unsigned place, Address address, Mask lanes);
    Found find_conflict(const Look& look, const Crowd& crowd, Mask lanes) const;
    Found find_read_conflict(const Look& look, const Crowd& crowd, Mask lanes) const;
    Found find_strong_write_conflict(const Look& look, const Crowd& crowd, Mask lanes) const;
    [[nodiscard]] bool is_whole(const Look& look, std::uint32_t op) const;
    Found find_among_strong(const Look& look, const Crowd& crowd, Mask lanes) const;
    [[nodiscard]] bool is_other_size(const Look& look, std::uint32_t op) const;
    Found find_mixed(const Look& look, const Crowd& crowd, Mask lanes) const;
    Found find_narrow(const Look& look, const Crowd& crowd, Mask lanes) const;
    Found find_exchange(const Look& look, const Crowd& crowd, Mask lanes) const;
    void follow_update(const Look& look, const Crowd& crowd, Address address, Mask lanes, Found& found);
    [[nodiscard]] std::optional<Unordered> find_missed(const Look& look, const Crowd& crowd,
                                                       unsigned lane) const;
    Found find_lockstep(const Look& look, const Crowd& crowd, Mask lanes) const;
    [[nodiscard]] static bool is_volatile(const Look& look);
    void note_in_crowd(const Look& look, Crowd& crowd, Mask lanes) const;
    void note_strong_in_crowd(const Look& look, Crowd& crowd, const Party& now) const;
    [[nodiscard]] bool writes_same_value(const Look& look, const Places& places, Address address,
                                         const Unordered& who) const;
    [[nodiscard]] Party party(const Look& look, Mask lanes) const;
    void report(const Look& look, Address address, const Conflict& conflict);
    [[nodiscard]] Message what(const Look& look, const Conflict& conflict) const;
    [[nodiscard]] Message advice(const Look& look, const Conflict& conflict) const;

    Reporter* reporter_;
    const Where* where_;
    Order order_;
    Updates updates_;
    Detail detail_;
    std::vector<Manner> manners_;    ///< by op
    std::uint32_t threads_ = 0;      ///< of a block
    std::uint32_t shared_bytes_ = 0; ///< of a block
    bool synchronizes_ = true;
    std::unordered_map<std::uint64_t, Shared> shared_;
    std::unordered_map<std::uint32_t, LineMap> global_; ///< by id of the allocation
};

} // namespace simulator::checks
