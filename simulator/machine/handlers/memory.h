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
    Strength strength = Strength::weak;                   ///< what the suffixes promise
    bool result_used = true;                              ///< of an atomic: somebody reads what was there
    AtomicLowering lowering = AtomicLowering::serialized; ///< of an atomic
    bool polls = false; ///< a load or an atomic in a loop that waits, see polling_reads()
    MemoryScope scope = MemoryScope::device; ///< see Access
    bool overwrites = false;                 ///< see Access
    bool samples = false;                    ///< see Access
    bool updates = false;                    ///< see Access

    /// As Op::extra holds them.
    [[nodiscard]] std::uint32_t packed() const {
        return static_cast<std::uint32_t>(in_frame) | static_cast<std::uint32_t>(strength) << 1 |
               static_cast<std::uint32_t>(result_used) << 4 | static_cast<std::uint32_t>(lowering) << 5 |
               static_cast<std::uint32_t>(polls) << 8 | static_cast<std::uint32_t>(scope) << 9 |
               static_cast<std::uint32_t>(overwrites) << 10 | static_cast<std::uint32_t>(samples) << 11 |
               static_cast<std::uint32_t>(updates) << 12;
    }
    /// Those of any memory instruction but cp.async, which has a second offset in their place.
    static MemoryFlags of(const Op* op) {
        return {(op->extra & 1) != 0,       static_cast<Strength>(op->extra >> 1 & 7),
                (op->extra >> 4 & 1) != 0,  static_cast<AtomicLowering>(op->extra >> 5 & 7),
                (op->extra >> 8 & 1) != 0,  static_cast<MemoryScope>(op->extra >> 9 & 1),
                (op->extra >> 10 & 1) != 0, (op->extra >> 11 & 1) != 0,
                (op->extra >> 12 & 1) != 0};
    }
    /// Whether a load or a store may be part of a loop that waits.
    static bool may_poll(const Op* op) { return (op->extra & (7U << 1 | 1U << 8)) != 0; }
};

/// Addresses::find_by_pattern() for any mask, in one piece of code for all handlers that are not worth one of their own.
void find_addresses(Addresses& addresses, const Warp& warp, const Op* op, int slot, Mask mask,
                    std::uint32_t bytes);

/// Where the bytes of each lane are: the result of admitting an access.
struct LanePointers {
    Mask mask = 0;                ///< lanes that may go on
    bool has_common_base = false; ///< all lie in one piece, and Places::base tells where
    std::byte* base = nullptr;    ///< where all lie in one piece: the bytes of address a are at base + a
    std::array<std::byte*, warp_size> at; ///< where they do not (base is null): by lane
};

/// Whether counters look at it.
inline bool is_counted(MemorySpace space) {
    return space != MemorySpace::constant && space != MemorySpace::param;
}

/// Finds the bytes of what lies in one piece of memory, without asking lane by lane; false where it does not.
[[gnu::always_inline]] inline bool find_common_base(Warp& warp, std::uint32_t op, MemorySpace space,
                                                    AccessKind kind, std::uint32_t bytes,
                                                    Addresses& addresses, LanePointers& pointers) {
    if (!addresses.aligned(bytes)) return false;
    Core& core = warp.core();
    pointers.has_common_base = true;
    switch (space) {
        case MemorySpace::global:
        case MemorySpace::constant: {
            const HostMapping* const host_mapping =
                core.memory().host_mapping(op, addresses.begin(), addresses.end());
            if (host_mapping == nullptr || (host_mapping->read_only && kind != AccessKind::load))
                return false;
            pointers.base = reinterpret_cast<std::byte*>(host_mapping->host);
            return true;
        }
        case MemorySpace::shared:
            pointers.base = warp.block().shared();
            return addresses.end() <= core.launch().shared_bytes;
        case MemorySpace::param:
            pointers.base = const_cast<std::byte*>(core.request().parameters.data());
            return addresses.end() <= core.request().parameters.size() && kind == AccessKind::load;
        case MemorySpace::local: break;
    }
    pointers.has_common_base = false;
    if (addresses.end() > core.launch().local_bytes) return false;
    addresses.materialize();
    for (std::size_t lane = 0; lane < warp_size; ++lane)
        pointers.at[lane] = warp.local() + lane * core.launch().local_bytes + addresses[lane];
    return true;
}

/// Counts an access of which no observer wants to hear.
void count_unobserved(Warp& warp, const Op* op, MemorySpace space, AccessKind kind, std::uint32_t bytes,
                      Mask mask, Addresses& addresses);

/// Tells the warp of an access that may be part of a loop that waits, and of which no observer wants to hear.
void record_poll_unobserved(Warp& warp, const Op* op, MemorySpace space, AccessKind kind, std::uint32_t bytes,
                            Mask mask, Addresses& addresses);

/// Finds and counts the bytes of a load or a store of which no observer wants to hear, if they lie in one
/// piece. Otherwise, with false, the longer way has to be gone: admit().
[[gnu::always_inline]] inline bool admit_unobserved(Warp& warp, const Op* op, MemorySpace space,
                                                    AccessKind kind, std::uint32_t bytes, Mask mask,
                                                    Addresses& addresses, LanePointers& pointers) {
    Core& core = warp.core();
    if (core.instrumentation().watches_accesses() ||
        !find_common_base(warp, core.kernel().index_of(op), space, kind, bytes, addresses, pointers))
        return false;
    pointers.mask = mask;
    if (core.instrumentation().counting() && is_counted(space))
        count_unobserved(warp, op, space, kind, bytes, mask, addresses);
    if (MemoryFlags::may_poll(op)) record_poll_unobserved(warp, op, space, kind, bytes, mask, addresses);
    return true;
}

/// Finds the bytes of an access and tells counters and observer about it. An address that belongs to nobody,
/// or that is not aligned, takes its lane out of the mask; without an observer it stops the kernel. An access
/// of which a lane is taken out is not counted. @p access names the space and what is done.
void admit(Warp& warp, Access& access, Addresses& addresses, LanePointers& pointers);

/// The same without counting: for texels and for operations on an mbarrier.
void admit_uncounted(Warp& warp, Access& access, Addresses& addresses, LanePointers& pointers);

/// The same for the shared side of a copy that runs beside the threads; @p load is the global one, already admitted.
void admit_copy(Warp& warp, Access& access, const Access& load, Addresses& addresses, LanePointers& pointers);

/// What an access of a lane does, and why it must not.
Message describe(const Access& access, int lane);

} // namespace simulator
