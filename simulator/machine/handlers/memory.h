#pragma once

/// @file
/// Common code of memory instructions: validation of addresses, and lookup of their host memory.

#include <array>
#include <cstddef>
#include <cstdint>

#include "machine/core.h"
#include "machine/handlers/addresses.h"
#include "machine/warp.h"

namespace simulator {

/// Flags of memory instructions that decoding stores in Op::extra.
struct MemoryFlags {
    bool in_frame = false; ///< the base is a variable of the function, in its frame in local memory
    Strength strength = Strength::weak;                   ///< memory semantics of the suffixes
    bool result_used = true;                              ///< an atomic's old value is used
    AtomicLowering lowering = AtomicLowering::serialized; ///< how ptxas lowers an atomic
    bool polls = false;                      ///< a load or an atomic in a polling loop, see polling_reads()
    MemoryScope scope = MemoryScope::device; ///< see Access
    bool overwrites = false;                 ///< see Access
    bool samples = false;                    ///< see Access
    bool is_read_modify_write = false;       ///< see Access

    /// Returns the flags as stored in Op::extra.
    [[nodiscard]] std::uint32_t packed() const {
        return static_cast<std::uint32_t>(in_frame) | static_cast<std::uint32_t>(strength) << 1 |
               static_cast<std::uint32_t>(result_used) << 4 | static_cast<std::uint32_t>(lowering) << 5 |
               static_cast<std::uint32_t>(polls) << 8 | static_cast<std::uint32_t>(scope) << 9 |
               static_cast<std::uint32_t>(overwrites) << 10 | static_cast<std::uint32_t>(samples) << 11 |
               static_cast<std::uint32_t>(is_read_modify_write) << 12;
    }
    /// Returns the flags of any memory instruction but cp.async, which stores a second offset there.
    static MemoryFlags of(const Op* op) {
        return {(op->extra & 1) != 0,       static_cast<Strength>(op->extra >> 1 & 7),
                (op->extra >> 4 & 1) != 0,  static_cast<AtomicLowering>(op->extra >> 5 & 7),
                (op->extra >> 8 & 1) != 0,  static_cast<MemoryScope>(op->extra >> 9 & 1),
                (op->extra >> 10 & 1) != 0, (op->extra >> 11 & 1) != 0,
                (op->extra >> 12 & 1) != 0};
    }
    /// Returns whether a load or a store may be part of a polling loop.
    static bool may_poll(const Op* op) { return (op->extra & (7U << 1 | 1U << 8)) != 0; }
};

/// Like Addresses::find_by_pattern(), for any mask: a single copy of the code, for handlers that are not
/// time-critical.
void find_addresses(Addresses& addresses, const Warp& warp, const Op* op, int slot, Mask mask,
                    std::uint32_t bytes);

/// Host addresses of the bytes of each lane: the result of admitting an access.
struct LanePointers {
    Mask mask = 0;                        ///< lanes that may perform the access
    bool has_common_base = false;         ///< all lanes are in one allocation, and `base` is valid
    std::byte* base = nullptr;            ///< with a common base: the byte at device address a is at base + a
    std::array<std::byte*, warp_size> at; ///< per lane, without a common base (base is null)
};

/// Returns whether accesses to a memory space are counted.
inline bool is_counted(MemorySpace space) {
    return space != MemorySpace::constant && space != MemorySpace::param;
}

/// Finds the bytes of an access within one allocation, without a lookup per lane; returns false if they are
/// not.
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

/// Counts an access that no observer follows.
void count_unobserved(Warp& warp, const Op* op, MemorySpace space, AccessKind kind, std::uint32_t bytes,
                      Mask mask, Addresses& addresses);

/// Records an access that may be part of a polling loop, and that no observer follows, in the warp.
void record_poll_unobserved(Warp& warp, const Op* op, MemorySpace space, AccessKind kind, std::uint32_t bytes,
                            Mask mask, Addresses& addresses);

/// Finds and counts the bytes of a load or a store that no observer follows, if they are in one allocation.
/// Returns false otherwise; the caller then takes the slow path, admit().
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

/// Finds the bytes of an access and reports it to counters and observer. A lane with an invalid or misaligned
/// address is removed from the mask; without an observer it stops the kernel. An access from which a lane was
/// removed is not counted. @p access specifies the memory space and the operation.
void admit(Warp& warp, Access& access, Addresses& addresses, LanePointers& pointers);

/// Like admit(), without counting: for texels and for operations on an mbarrier.
void admit_uncounted(Warp& warp, Access& access, Addresses& addresses, LanePointers& pointers);

/// Like admit(), for the shared side of an asynchronous copy; @p load is the global side, already admitted.
void admit_copy(Warp& warp, Access& access, const Access& load, Addresses& addresses, LanePointers& pointers);

/// Describes an access of a lane, and why it is invalid.
Message describe(const Access& access, int lane);

} // namespace simulator
