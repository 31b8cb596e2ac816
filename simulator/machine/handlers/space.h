#pragma once

/// @file
/// Memory spaces of addresses.

#include <array>
#include <bit>
#include <cstddef>

#include "machine/handlers/memory.h"
#include "machine/handlers/select.h"

namespace simulator {

/// Returns a description of an access, before it is admitted.
inline Access access_of(const Warp& warp, const Op* op, MemorySpace space, AccessKind kind,
                        std::uint32_t bytes, Mask mask, const Addresses& addresses) {
    const MemoryFlags flags = MemoryFlags::of(op);
    return {{warp.block().linear_index(), warp.index()},
            warp.core().kernel().index_of(op),
            space,
            kind,
            flags.strength,
            addresses.shape(),
            static_cast<std::uint8_t>(bytes),
            addresses.pattern(),
            mask,
            addresses.begin(),
            addresses.list(),
            nullptr,
            flags.lowering,
            flags.result_used,
            flags.scope,
            flags.overwrites,
            flags.samples,
            flags.is_read_modify_write};
}

/// Returns whether an address operand refers to a parameter of the kernel, rather than to one of a call.
bool is_kernel_parameter(const Decoding& decoding, const ptx::Operand& address);

/// Memory space and offset of a generic address.
struct Location {
    MemorySpace space = MemorySpace::global; ///< global if the address is in no window
    Address address = 0;                     ///< address within that space
};
/// Returns the memory space and the offset that a generic address refers to.
Location locate(Address generic);

/// Upper end of global addresses; the windows of the other spaces are above.
inline constexpr Address generic_windows = Address{1} << 48;

/// Calls @p access(lanes, space, addresses) for the lanes of each space to which generic addresses refer;
/// usually there is only one. Returns the result of the last call, or null if any call returned null.
template <class Do>
const Op* for_each_space(const Op* op, Mask mask, std::uint32_t bytes, Addresses& addresses, Do access) {
    if (addresses.end() <= generic_windows) [[likely]]
        return access(mask, MemorySpace::global, addresses);
    const Op* next = op + 1;
    for (Mask rest = mask; rest != 0 && next != nullptr;) {
        const MemorySpace space = locate(addresses[static_cast<std::size_t>(std::countr_zero(rest))]).space;
        std::array<Address, warp_size> inside = {};
        Mask lanes = 0;
        for (Mask others = rest; others != 0; others &= others - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(others));
            const Location location = locate(addresses[lane]);
            inside[lane] = location.address;
            if (location.space == space) lanes |= Mask{1} << lane;
        }
        Addresses there;
        there.take(inside.data(), lanes, bytes);
        next = access(lanes, space, there);
        rest &= ~lanes;
    }
    return next;
}

} // namespace simulator
