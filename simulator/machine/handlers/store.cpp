#include <bit>
#include <cstring>

#include "machine/handlers/elementwise.h"
#include "machine/handlers/memory.h"
#include "machine/handlers/space.h"
#include "machine/handlers/width.h"

// Stores, to all memory spaces and in all widths.

namespace simulator {
namespace {

// Bytes per lane in Access::values.
constexpr std::size_t value_stride = 16;

template <class Lane> const Lane* source(const Warp& warp, const Op* op, int element) {
    return reinterpret_cast<const Lane*>(warp.lanes(op->slots[1 + element]));
}

template <class T> void write_bytes(std::byte* to, T value) { std::memcpy(to, &value, sizeof value); }

// Gathers the values to store for Access::values.
template <class T, class Lane>
void gather_values(const Warp& warp, const Op* op, std::byte* values, int elements) {
    for (int element = 0; element < elements; ++element) {
        const Lane* const lanes = source<Lane>(warp, op, element);
        const std::size_t begin = static_cast<std::size_t>(element) * sizeof(T);
        for (std::size_t lane = 0; lane < warp_size; ++lane)
            write_bytes(values + lane * value_stride + begin, static_cast<T>(lanes[lane]));
    }
}

// Stores all lanes.
template <class T, class Lane, int elements>
void store_all(const Warp& warp, const Op* op, const Addresses& addresses, const LanePointers& pointers) {
    for (int element = 0; element < elements; ++element) {
        const Lane* const lanes = source<Lane>(warp, op, element);
        const std::size_t begin = static_cast<std::size_t>(element) * sizeof(T);
        if (pointers.has_common_base && addresses.shape() == Shape::consecutive) {
            std::byte* const to = pointers.base + addresses.begin() + begin;
#pragma GCC ivdep
            for (std::size_t lane = 0; lane < warp_size; ++lane)
                write_bytes(to + lane * sizeof(T) * elements, static_cast<T>(lanes[lane]));
        } else if (pointers.has_common_base) {
            std::byte* const to = pointers.base + begin;
            addresses.each<true>(all_lanes, [&](std::size_t lane, Address address) {
                write_bytes(to + address, static_cast<T>(lanes[lane]));
            });
        } else {
            for (std::size_t lane = 0; lane < warp_size; ++lane)
                write_bytes(pointers.at[lane] + begin, static_cast<T>(lanes[lane]));
        }
    }
}

// Stores the lanes with a valid address.
template <class T, class Lane> void store_some(const Warp& warp, const Op* op, const Addresses& addresses,
                                               const LanePointers& pointers, int elements) {
    for (int element = 0; element < elements; ++element) {
        const Lane* const lanes = source<Lane>(warp, op, element);
        const std::size_t begin = static_cast<std::size_t>(element) * sizeof(T);
        for (Mask rest = pointers.mask; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
            std::byte* const to =
                pointers.has_common_base ? pointers.base + addresses[lane] : pointers.at[lane];
            write_bytes(to + begin, static_cast<T>(lanes[lane]));
        }
    }
}

template <class T, class Lane, int elements> struct Store {
    static constexpr std::uint32_t bytes = sizeof(T) * elements;

    template <bool full> [[gnu::always_inline]] static const Op*
    into(Warp& warp, const Op* op, Mask mask, MemorySpace space, Addresses& addresses) {
        LanePointers pointers;
        if (!admit_unobserved(warp, op, space, AccessKind::store, bytes, mask, addresses, pointers)) {
            Access access = access_of(warp, op, space, AccessKind::store, bytes, mask, addresses);
            std::byte values[warp_size * value_stride];
            if (warp.core().observer() != nullptr) {
                gather_values<T, Lane>(warp, op, values, elements);
                access.values = values;
            }
            admit(warp, access, addresses, pointers);
            if (warp.core().incidents().stopped()) return nullptr;
        }
        if (space != MemorySpace::local) warp.core().note_change();
        if constexpr (full && is_frequent<T, Lane, elements>) {
            if (pointers.mask == all_lanes) {
                store_all<T, Lane, elements>(warp, op, addresses, pointers);
                return op + 1;
            }
        }
        store_some<T, Lane>(warp, op, addresses, pointers, elements);
        return op + 1;
    }
    // For frequent stores by all lanes: specialized for one memory space.
    template <MemorySpace space> static const Op* run(Warp& warp, const Op* op, Mask mask) {
        Addresses addresses;
        addresses.find_by_pattern<true>(warp, op, 0, mask, bytes);
        return into<true>(warp, op, mask, space, addresses);
    }
    // All others determine the memory space at run time.
    [[gnu::noinline]] static const Op* into_any(Warp& warp, const Op* op, Mask mask, MemorySpace space,
                                                Addresses& addresses) {
        if constexpr (is_frequent<T, Lane, elements>)
            if (mask == all_lanes) return into<true>(warp, op, mask, space, addresses);
        return into<false>(warp, op, mask, space, addresses);
    }
    template <MemorySpace space> static const Op* any(Warp& warp, const Op* op, Mask mask) {
        Addresses addresses;
        find_addresses(addresses, warp, op, 0, mask, bytes);
        return into_any(warp, op, mask, space, addresses);
    }
    static const Op* generic(Warp& warp, const Op* op, Mask mask) {
        Addresses addresses;
        find_addresses(addresses, warp, op, 0, mask, bytes);
        return for_each_space(op, mask, bytes, addresses,
                              [&](Mask lanes, MemorySpace space, Addresses& there) {
                                  return into_any(warp, op, lanes, space, there);
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

// Calls make<T, Lane, elements>().
template <class Make> Handlers for_store(const Decoding& decoding, Make make) {
    const auto lane = [&]<class T, int elements>() { return for_lane<T, elements>(decoding, 1, make); };
    return for_elements(decoding, [&]<int elements>() -> Handlers {
        switch (ptx::bytes_of(decoding.type())) {
            case 1: return lane.template operator()<std::uint8_t, elements>();
            case 2: return lane.template operator()<std::uint16_t, elements>();
            case 4: return lane.template operator()<std::uint32_t, elements>();
            default: return lane.template operator()<std::uint64_t, elements>();
        }
    });
}

template <MemorySpace space> Handlers store_to(const Decoding& decoding) {
    return for_store(decoding, []<class T, class Lane, int elements>() {
        return Store<T, Lane, elements>::template of<space>();
    });
}

} // namespace

Handlers select_st_global(const Decoding& decoding) { return store_to<MemorySpace::global>(decoding); }
Handlers select_st_shared(const Decoding& decoding) { return store_to<MemorySpace::shared>(decoding); }
Handlers select_st_local(const Decoding& decoding) { return store_to<MemorySpace::local>(decoding); }
Handlers select_st_param(const Decoding& decoding) { return store_to<MemorySpace::local>(decoding); }

Handlers select_st_generic(const Decoding& decoding) {
    return for_store(decoding, []<class T, class Lane, int elements>() -> Handlers {
        using S = Store<T, Lane, elements>;
        return {&S::generic, &S::generic};
    });
}

} // namespace simulator
