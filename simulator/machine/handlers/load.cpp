#include <bit>
#include <cstring>

#include "machine/handlers/elementwise.h"
#include "machine/handlers/memory.h"
#include "machine/handlers/space.h"
#include "machine/handlers/width.h"

// Loads, from all memory spaces and in all widths.

namespace simulator {
namespace {

template <class T> T read_bytes(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Extends a value to the register, with its sign if T is signed.
template <class T, class Lane> Lane extended(T value) {
    if constexpr (std::is_signed_v<T>) return static_cast<Lane>(static_cast<std::make_signed_t<Lane>>(value));
    return static_cast<Lane>(value);
}

// Loads all lanes.
template <class T, class Lane, int elements>
void load_all(Warp& warp, const Op* op, const Addresses& addresses, const LanePointers& pointers) {
    for (int element = 0; element < elements; ++element) {
        auto* const lanes = reinterpret_cast<Lane*>(warp.lanes(op->slots[element]));
        const std::size_t begin = static_cast<std::size_t>(element) * sizeof(T);
        if (pointers.has_common_base && addresses.shape() == Shape::uniform) {
            const Lane value = extended<T, Lane>(read_bytes<T>(pointers.base + addresses.begin() + begin));
            for (int lane = 0; lane < warp_size; ++lane) lanes[lane] = value;
        } else if (pointers.has_common_base && addresses.shape() == Shape::consecutive) {
            const std::byte* const from = pointers.base + addresses.begin() + begin;
#pragma GCC ivdep
            for (std::size_t lane = 0; lane < warp_size; ++lane)
                lanes[lane] = extended<T, Lane>(read_bytes<T>(from + lane * sizeof(T) * elements));
        } else if (pointers.has_common_base) {
            const std::byte* const from = pointers.base + begin;
            addresses.each<true>(all_lanes, [&](std::size_t lane, Address address) {
                lanes[lane] = extended<T, Lane>(read_bytes<T>(from + address));
            });
        } else {
            for (std::size_t lane = 0; lane < warp_size; ++lane)
                lanes[lane] = extended<T, Lane>(read_bytes<T>(pointers.at[lane] + begin));
        }
    }
}

// Loads the lanes of the mask. Those with an invalid address get zero.
template <class T, class Lane> void load_some(Warp& warp, const Op* op, Mask mask, const Addresses& addresses,
                                              const LanePointers& pointers, int elements) {
    for (int element = 0; element < elements; ++element) {
        auto* const lanes = reinterpret_cast<Lane*>(warp.lanes(op->slots[element]));
        const std::size_t begin = static_cast<std::size_t>(element) * sizeof(T);
        if (pointers.has_common_base && addresses.shape() == Shape::uniform) {
            const Lane value = extended<T, Lane>(read_bytes<T>(pointers.base + addresses.begin() + begin));
#pragma GCC ivdep
            for (int lane = 0; lane < warp_size; ++lane)
                if ((pointers.mask >> lane & 1) != 0) lanes[lane] = value;
        } else if (pointers.has_common_base) {
            const std::byte* const from = pointers.base + begin;
            addresses.each<false>(pointers.mask, [&](std::size_t lane, Address address) {
                lanes[lane] = extended<T, Lane>(read_bytes<T>(from + address));
            });
        } else {
            for (Mask rest = pointers.mask; rest != 0; rest &= rest - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
                lanes[lane] = extended<T, Lane>(read_bytes<T>(pointers.at[lane] + begin));
            }
        }
        for (Mask rest = mask & ~pointers.mask; rest != 0; rest &= rest - 1)
            lanes[std::countr_zero(rest)] = 0;
    }
}

template <class T, class Lane, int elements> struct Load {
    static constexpr std::uint32_t bytes = sizeof(T) * elements;

    // The load may overwrite its base register, so the base is not read after the transfer has begun.
    template <bool full> [[gnu::always_inline]] static const Op*
    from(Warp& warp, const Op* op, Mask mask, MemorySpace space, Addresses& addresses) {
        LanePointers pointers;
        if (!admit_unobserved(warp, op, space, AccessKind::load, bytes, mask, addresses, pointers)) {
            Access access = access_of(warp, op, space, AccessKind::load, bytes, mask, addresses);
            const bool polls = MemoryFlags::of(op).polls;
            if (polls) {
                addresses.materialize();
                access.polls = true;
                access.again = warp.repeats_last_poll(access);
                access.idle_lanes = warp.take_idle_lanes();
            }
            admit(warp, access, addresses, pointers);
            if (polls) warp.record_awaited_read(access);
            if (warp.core().incidents().stopped()) return nullptr;
        }
        if constexpr (full && is_frequent<T, Lane, elements>) {
            if (pointers.mask == all_lanes) {
                load_all<T, Lane, elements>(warp, op, addresses, pointers);
                return op + 1;
            }
        }
        load_some<T, Lane>(warp, op, mask, addresses, pointers, elements);
        return op + 1;
    }
    // For frequent loads by all lanes: specialized for one memory space.
    template <MemorySpace space> static const Op* run(Warp& warp, const Op* op, Mask mask) {
        Addresses addresses;
        addresses.find_by_pattern<true>(warp, op, elements, mask, bytes);
        return from<true>(warp, op, mask, space, addresses);
    }
    // All others determine the memory space at run time.
    [[gnu::noinline]] static const Op* from_any(Warp& warp, const Op* op, Mask mask, MemorySpace space,
                                                Addresses& addresses) {
        if constexpr (is_frequent<T, Lane, elements>)
            if (mask == all_lanes) return from<true>(warp, op, mask, space, addresses);
        return from<false>(warp, op, mask, space, addresses);
    }
    template <MemorySpace space> static const Op* any(Warp& warp, const Op* op, Mask mask) {
        Addresses addresses;
        find_addresses(addresses, warp, op, elements, mask, bytes);
        return from_any(warp, op, mask, space, addresses);
    }
    static const Op* generic(Warp& warp, const Op* op, Mask mask) {
        Addresses addresses;
        find_addresses(addresses, warp, op, elements, mask, bytes);
        return for_each_space(op, mask, bytes, addresses,
                              [&](Mask lanes, MemorySpace space, Addresses& there) {
                                  return from_any(warp, op, lanes, space, there);
                              });
    }
    template <MemorySpace space> static Handlers of() {
        if constexpr (is_frequent<T, Lane, elements> &&
                      (space == MemorySpace::global || space == MemorySpace::shared))
            return {&run<space>, &any<space>};
        else
            return {&any<space>, &any<space>};
    }
};

// Calls make<T, Lane, elements>(). Values without sign extension are treated as unsigned integers.
template <class Make> Handlers for_load(const Decoding& decoding, Make make) {
    const auto lane = [&]<class T, int elements>() { return for_lane<T, elements>(decoding, 0, make); };
    return for_elements(decoding, [&]<int elements>() -> Handlers {
        switch (decoding.type()) {
            case ptx::Word::s8: return lane.template operator()<std::int8_t, elements>();
            case ptx::Word::s16: return lane.template operator()<std::int16_t, elements>();
            case ptx::Word::s32: // needs no extension in a register of its width
                if (decoding.lane_bytes(0) == 8)
                    return make.template operator()<std::int32_t, std::uint64_t, elements>();
                break;
            default: break;
        }
        switch (ptx::bytes_of(decoding.type())) {
            case 1: return lane.template operator()<std::uint8_t, elements>();
            case 2: return lane.template operator()<std::uint16_t, elements>();
            case 4: return lane.template operator()<std::uint32_t, elements>();
            default: return lane.template operator()<std::uint64_t, elements>();
        }
    });
}

template <MemorySpace space> Handlers load_from(const Decoding& decoding) {
    return for_load(decoding, []<class T, class Lane, int elements>() {
        return Load<T, Lane, elements>::template of<space>();
    });
}

} // namespace

Handlers select_ld_global(const Decoding& decoding) { return load_from<MemorySpace::global>(decoding); }
Handlers select_ldu(const Decoding& decoding) { return load_from<MemorySpace::global>(decoding); }
Handlers select_ld_const(const Decoding& decoding) { return load_from<MemorySpace::constant>(decoding); }
Handlers select_ld_shared(const Decoding& decoding) { return load_from<MemorySpace::shared>(decoding); }
Handlers select_ld_local(const Decoding& decoding) { return load_from<MemorySpace::local>(decoding); }

Handlers select_ld_param(const Decoding& decoding) {
    return is_kernel_parameter(decoding, decoding.instruction.operands[1])
               ? load_from<MemorySpace::param>(decoding)
               : load_from<MemorySpace::local>(decoding);
}

Handlers select_ld_generic(const Decoding& decoding) {
    return for_load(decoding, []<class T, class Lane, int elements>() -> Handlers {
        using L = Load<T, Lane, elements>;
        return {&L::generic, &L::generic};
    });
}

} // namespace simulator
