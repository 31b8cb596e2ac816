#pragma once

/// @file
/// What all memory instructions share: which addresses are anybody's, and where their bytes are.

#include <array>
#include <cstddef>
#include <cstdint>

#include "machine/core.h"
#include "machine/handlers/addresses.h"
#include "machine/warp.h"

namespace simulator {

/// What decoding notes in Op::extra for memory instructions.
struct MemoryFlags {
    bool in_frame = false; ///< the base is a variable of the function: its frame's part of local memory
    Strength strength = Strength::weak; ///< what the suffixes promise
    bool result_used = true;            ///< of an atomic: somebody reads what was there
    AtomicWay way = AtomicWay::in_turn; ///< of an atomic
    bool polls = false;                 ///< a load or an atomic in a loop that waits, see polling_reads()
    Reach reach = Reach::device;        ///< see Access
    bool overwrites = false;            ///< see Access
    bool samples = false;               ///< see Access
    bool updates = false;               ///< see Access

    /// As Op::extra holds them.
    [[nodiscard]] std::uint32_t packed() const {
        return static_cast<std::uint32_t>(in_frame) | static_cast<std::uint32_t>(strength) << 1 |
               static_cast<std::uint32_t>(result_used) << 4 | static_cast<std::uint32_t>(way) << 5 |
               static_cast<std::uint32_t>(polls) << 8 | static_cast<std::uint32_t>(reach) << 9 |
               static_cast<std::uint32_t>(overwrites) << 10 | static_cast<std::uint32_t>(samples) << 11 |
               static_cast<std::uint32_t>(updates) << 12;
    }
    /// Those of any memory instruction but cp.async, which has a second offset in their place.
    static MemoryFlags of(const Op* op) {
        return {(op->extra & 1) != 0,       static_cast<Strength>(op->extra >> 1 & 7),
                (op->extra >> 4 & 1) != 0,  static_cast<AtomicWay>(op->extra >> 5 & 7),
                (op->extra >> 8 & 1) != 0,  static_cast<Reach>(op->extra >> 9 & 1),
                (op->extra >> 10 & 1) != 0, (op->extra >> 11 & 1) != 0,
                (op->extra >> 12 & 1) != 0};
    }
    /// Whether a load or a store may be part of a loop that waits.
    static bool may_poll(const Op* op) { return (op->extra & (7U << 1 | 1U << 8)) != 0; }
};

/// Addresses::find_again() for any mask, in one piece of code for all handlers that are not worth one of their own.
void find_addresses(Addresses& addresses, const Warp& warp, const Op* op, int slot, Mask mask,
                    std::uint32_t bytes);

/// Where the bytes of each lane are: the result of admitting an access.
struct Places {
    Mask mask = 0;             ///< lanes that may go on
    bool together = false;     ///< all lie in one piece, and Places::base tells where
    std::byte* base = nullptr; ///< where all lie in one piece: the bytes of address a are at base + a
    std::array<std::byte*, warp_size> at; ///< where they do not (base is null): by lane
};

/// Whether counters look at it.
inline bool is_counted(MemorySpace space) {
    return space != MemorySpace::constant && space != MemorySpace::param;
}

/// Finds the bytes of what lies in one piece of memory, without asking lane by lane; false where it does not.
[[gnu::always_inline]] inline bool place_together(Warp& warp, std::uint32_t op, MemorySpace space,
                                                  AccessKind kind, std::uint32_t bytes, Addresses& addresses,
                                                  Places& places) {
    if (!addresses.aligned(bytes)) return false;
    Core& core = warp.core();
    places.together = true;
    switch (space) {
        case MemorySpace::global:
        case MemorySpace::constant: {
            const Stretch* const stretch = core.memory().stretch(op, addresses.begin(), addresses.end());
            if (stretch == nullptr || (stretch->read_only && kind != AccessKind::load)) return false;
            places.base = reinterpret_cast<std::byte*>(stretch->host);
            return true;
        }
        case MemorySpace::shared:
            places.base = warp.block().shared();
            return addresses.end() <= core.launch().shared_bytes;
        case MemorySpace::param:
            places.base = const_cast<std::byte*>(core.request().parameters.data());
            return addresses.end() <= core.request().parameters.size() && kind == AccessKind::load;
        case MemorySpace::local: break;
    }
    places.together = false;
    if (addresses.end() > core.launch().local_bytes) return false;
    addresses.spell_out();
    for (std::size_t lane = 0; lane < warp_size; ++lane)
        places.at[lane] = warp.local() + lane * core.launch().local_bytes + addresses[lane];
    return true;
}

/// Counts an access of which no observer wants to hear.
void count_unheard(Warp& warp, const Op* op, MemorySpace space, AccessKind kind, std::uint32_t bytes,
                   Mask mask, Addresses& addresses);

/// Tells the warp of an access that may be part of a loop that waits, and of which no observer wants to hear.
void poll_unheard(Warp& warp, const Op* op, MemorySpace space, AccessKind kind, std::uint32_t bytes,
                  Mask mask, Addresses& addresses);

/// Finds and counts the bytes of a load or a store of which no observer wants to hear, if they lie in one
/// piece. Otherwise, with false, the longer way has to be gone: admit().
[[gnu::always_inline]] inline bool admit_unheard(Warp& warp, const Op* op, MemorySpace space, AccessKind kind,
                                                 std::uint32_t bytes, Mask mask, Addresses& addresses,
                                                 Places& places) {
    Core& core = warp.core();
    if (core.notes().watches_accesses() ||
        !place_together(warp, core.kernel().index_of(op), space, kind, bytes, addresses, places))
        return false;
    places.mask = mask;
    if (core.notes().counting() && is_counted(space))
        count_unheard(warp, op, space, kind, bytes, mask, addresses);
    if (MemoryFlags::may_poll(op)) poll_unheard(warp, op, space, kind, bytes, mask, addresses);
    return true;
}

/// Finds the bytes of an access and tells counters and observer about it. An address that belongs to nobody,
/// or that is not aligned, takes its lane out of the mask; without an observer it stops the kernel. An access
/// of which a lane is taken out is not counted. @p access names the space and what is done.
void admit(Warp& warp, Access& access, Addresses& addresses, Places& places);

/// The same without counting: for texels and for operations on an mbarrier.
void admit_uncounted(Warp& warp, Access& access, Addresses& addresses, Places& places);

/// The same for the shared side of a copy that runs beside the threads; @p load is the global one, already admitted.
void admit_copy(Warp& warp, Access& access, const Access& load, Addresses& addresses, Places& places);

/// What an access of a lane does, and why it must not.
Message describe(const Access& access, int lane);

} // namespace simulator
