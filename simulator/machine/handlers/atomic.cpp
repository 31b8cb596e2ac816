#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "machine/handlers/elementwise.h"
#include "machine/handlers/half.h"
#include "machine/handlers/memory.h"
#include "machine/handlers/space.h"

// Atomics. Lanes take their turns in the order of their numbers, so a result depends on nothing but the
// program.

namespace simulator {
namespace {

struct Add {
    template <class T> static T apply(T old, T value, T) {
        if constexpr (std::is_floating_point_v<T>)
            return canonical(old + value);
        else
            return static_cast<T>(std::make_unsigned_t<T>(old) + std::make_unsigned_t<T>(value));
    }
};
/// What floats in global memory are added by: L2 has no subnormal numbers, neither of what it finds nor of what
/// it leaves. A return value is what was there.
struct AddFlushing {
    static float apply(float old, float value, float) {
        return canonical(without_subnormal(without_subnormal(old) + without_subnormal(value)));
    }
};
/// A pair's numbers are added each for itself; nothing is flushed.
template <class Format> struct AddHalf {
    template <class T> static T apply(T old, T value, T) { return EachHalf<Sum>{}(old, value); }
    struct Sum {
        std::uint16_t operator()(std::uint16_t a, std::uint16_t b) const {
            using Wide = typename Format::Wide;
            return narrowed<Format>(sum_to_odd<Wide>(widened<Format>(a), widened<Format>(b)));
        }
    };
};
struct Min {
    template <class T> static T apply(T old, T value, T) { return std::min(old, value); }
};
struct Max {
    template <class T> static T apply(T old, T value, T) { return std::max(old, value); }
};
struct And {
    template <class T> static T apply(T old, T value, T) { return old & value; }
};
struct Or {
    template <class T> static T apply(T old, T value, T) { return old | value; }
};
struct Xor {
    template <class T> static T apply(T old, T value, T) { return old ^ value; }
};
struct Exchange {
    template <class T> static T apply(T, T value, T) { return value; }
};
struct CompareSwap {
    template <class T> static T apply(T old, T expected, T value) { return old == expected ? value : old; }
};
struct Increment {
    template <class T> static T apply(T old, T limit, T) {
        return old >= limit ? T{0} : static_cast<T>(old + 1);
    }
};
struct Decrement {
    template <class T> static T apply(T old, T limit, T) {
        return old == 0 || old > limit ? limit : static_cast<T>(old - 1);
    }
};

template <class T> T read(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Alone, a core need not lock what nobody else can touch.
template <class T, class Operation> T update(std::byte* place, T first, T second, bool alone) {
    if (alone) {
        const T old = read<T>(place);
        const T result = Operation::apply(old, first, second);
        std::memcpy(place, &result, sizeof result);
        return old;
    }
    std::atomic_ref<T> shared(*reinterpret_cast<T*>(place));
    if constexpr (std::is_same_v<Operation, Add> && std::is_integral_v<T>)
        return shared.fetch_add(first, std::memory_order_relaxed);
    T old = shared.load(std::memory_order_relaxed);
    while (
        !shared.compare_exchange_weak(old, Operation::apply(old, first, second), std::memory_order_relaxed)) {
    }
    return old;
}

// Addresses of atomics mostly depend on data, so they are not looked for where they were the last time.
void find_new_addresses(Addresses& addresses, const Warp& warp, const Op* op, int slot, Mask mask,
                        std::uint32_t bytes) {
    if (mask == all_lanes)
        addresses.find<true>(warp, op, slot, mask, bytes);
    else
        addresses.find<false>(warp, op, slot, mask, bytes);
}

// The address comes first, or behind the result where there is one; then come the values, one or two.
template <class T, class Operation, bool returns, int sources> struct Atomic {
    static constexpr int address_slot = returns ? 1 : 0;

    // Whether lanes that meet may add up what they have first, because nobody asks what any of them found
    // there. Then this core and others wait for each other only once for each place; where no other core is,
    // it would only take longer.
    static bool adds_up(const Access& access, const Places& places) {
        return std::is_same_v<Operation, Add> && std::is_integral_v<T> && !access.result_used &&
               places.together && places.mask == access.mask;
    }
    // Returns whether that changed anything.
    static bool add_sums(const Places& places, const Access& access, const std::byte* values) {
        bool changed = false;
        for (Mask rest = access.mask; rest != 0;) {
            const Address address = access.addresses[std::countr_zero(rest)];
            Mask met = 0;
            for (int lane = 0; lane < warp_size; ++lane)
                met |= static_cast<Mask>(access.addresses[lane] == address) << lane;
            met &= rest;
            rest &= ~met;
            T sum = {};
            for (; met != 0; met &= met - 1)
                sum = Add::apply(sum, read_lane<T>(values, std::countr_zero(met)), T{});
            update<T, Add>(places.base + address, sum, T{}, false);
            changed |= sum != T{};
        }
        return changed;
    }

    [[gnu::noinline]] static const Op* at(Warp& warp, const Op* op, Mask mask, MemorySpace space,
                                          Addresses& addresses) {
        Access access = access_of(warp, op, space, AccessKind::atomic, sizeof(T), mask, addresses);
        Places places;
        admit(warp, access, addresses, places);
        if (MemoryFlags::of(op).polls) warp.awaited(access);
        if (warp.core().incidents().stopped()) return nullptr;
        const std::byte* const first = warp.lanes(op->slots[address_slot + 1]);
        const std::byte* const second = warp.lanes(op->slots[address_slot + sources]);
        const bool alone = warp.core().launch().alone || space != MemorySpace::global;
        if (!alone && adds_up(access, places)) {
            if (add_sums(places, access, first)) warp.core().changed();
            return op + 1;
        }
        const auto in_turn = [&]<class Here>() {
            bool changed = false;
            for (Mask rest = mask; rest != 0; rest &= rest - 1) {
                const int lane = std::countr_zero(rest);
                T old = {};
                if ((places.mask >> lane & 1) != 0) {
                    std::byte* const place = places.together ? places.base + access.addresses[lane]
                                                             : places.at[static_cast<std::size_t>(lane)];
                    const T a = read_lane<T>(first, lane);
                    const T b = read_lane<T>(second, lane);
                    old = update<T, Here>(place, a, b, alone);
                    changed |= Here::apply(old, a, b) != old;
                }
                if constexpr (returns) write_lane<T>(warp.lanes(op->slots[0]), lane, old);
            }
            return changed;
        };
        constexpr bool adds_floats = std::is_same_v<Operation, Add> && std::is_same_v<T, float>;
        using InGlobal = std::conditional_t<adds_floats, AddFlushing, Operation>;
        const bool changed = space == MemorySpace::global ? in_turn.template operator()<InGlobal>()
                                                          : in_turn.template operator()<Operation>();
        if (changed) warp.core().changed();
        return op + 1;
    }
    template <MemorySpace space> static const Op* run(Warp& warp, const Op* op, Mask mask) {
        if constexpr (returns && space == MemorySpace::global)
            if (MemoryFlags::of(op).result_used && warp.lets_others_take(op, mask)) return nullptr;
        Addresses addresses;
        find_new_addresses(addresses, warp, op, address_slot, mask, sizeof(T));
        return at(warp, op, mask, space, addresses);
    }
    static const Op* generic(Warp& warp, const Op* op, Mask mask) {
        if constexpr (returns)
            if (MemoryFlags::of(op).result_used && warp.lets_others_take(op, mask)) return nullptr;
        Addresses addresses;
        find_new_addresses(addresses, warp, op, address_slot, mask, sizeof(T));
        return for_each_space(op, mask, sizeof(T), addresses,
                              [&](Mask lanes, MemorySpace space, Addresses& there) {
                                  return at(warp, op, lanes, space, there);
                              });
    }
    // Lanes take turns, so there is no faster version for all of them.
    static Handlers both(Handler handler) { return {handler, handler}; }
    static Handlers select(const Decoding& decoding) {
        if (decoding.has(ptx::Word::global)) return both(&run<MemorySpace::global>);
        if (decoding.has(ptx::Word::shared) || decoding.has(ptx::Word::shared_cta))
            return both(&run<MemorySpace::shared>);
        return both(&generic);
    }
};

template <bool returns> Handlers bitwise(const Decoding& decoding) {
    const auto with = [&]<class T>() {
        if (decoding.has(ptx::Word::and_)) return Atomic<T, And, returns, 1>::select(decoding);
        if (decoding.has(ptx::Word::or_)) return Atomic<T, Or, returns, 1>::select(decoding);
        return Atomic<T, Xor, returns, 1>::select(decoding);
    };
    return ptx::bytes_of(decoding.type()) == 8 ? with.template operator()<std::uint64_t>()
                                               : with.template operator()<std::uint32_t>();
}

template <bool returns> Handlers add(const Decoding& decoding) {
    switch (decoding.type()) {
        case ptx::Word::f32: return Atomic<float, Add, returns, 1>::select(decoding);
        case ptx::Word::f64: return Atomic<double, Add, returns, 1>::select(decoding);
        default:
            return ptx::bytes_of(decoding.type()) == 8
                       ? Atomic<std::uint64_t, Add, returns, 1>::select(decoding)
                       : Atomic<std::uint32_t, Add, returns, 1>::select(decoding);
    }
}

template <bool returns> Handlers add_half(const Decoding& decoding) {
    return for_half(decoding.type(), [&]<class Format, class Lane>() {
        return Atomic<Lane, AddHalf<Format>, returns, 1>::select(decoding);
    });
}

template <bool returns> Handlers min_max(const Decoding& decoding) {
    const auto with = [&]<class T>() {
        return decoding.has(ptx::Word::min) ? Atomic<T, Min, returns, 1>::select(decoding)
                                            : Atomic<T, Max, returns, 1>::select(decoding);
    };
    switch (decoding.type()) {
        case ptx::Word::s32: return with.template operator()<std::int32_t>();
        case ptx::Word::u64: return with.template operator()<std::uint64_t>();
        case ptx::Word::s64: return with.template operator()<std::int64_t>();
        default: return with.template operator()<std::uint32_t>();
    }
}

template <bool returns> Handlers inc_dec(const Decoding& decoding) {
    return decoding.has(ptx::Word::inc) ? Atomic<std::uint32_t, Increment, returns, 1>::select(decoding)
                                        : Atomic<std::uint32_t, Decrement, returns, 1>::select(decoding);
}

} // namespace

Handlers select_atom_bitwise(const Decoding& decoding) { return bitwise<true>(decoding); }
Handlers select_red_bitwise(const Decoding& decoding) { return bitwise<false>(decoding); }
Handlers select_atom_add(const Decoding& decoding) { return add<true>(decoding); }
Handlers select_red_add(const Decoding& decoding) { return add<false>(decoding); }
Handlers select_atom_add_half(const Decoding& decoding) { return add_half<true>(decoding); }
Handlers select_red_add_half(const Decoding& decoding) { return add_half<false>(decoding); }
Handlers select_atom_min_max(const Decoding& decoding) { return min_max<true>(decoding); }
Handlers select_red_min_max(const Decoding& decoding) { return min_max<false>(decoding); }
Handlers select_atom_inc_dec(const Decoding& decoding) { return inc_dec<true>(decoding); }
Handlers select_red_inc_dec(const Decoding& decoding) { return inc_dec<false>(decoding); }

Handlers select_atom_exchange(const Decoding& decoding) {
    return ptx::bytes_of(decoding.type()) == 8 ? Atomic<std::uint64_t, Exchange, true, 1>::select(decoding)
                                               : Atomic<std::uint32_t, Exchange, true, 1>::select(decoding);
}

Handlers select_atom_compare_swap(const Decoding& decoding) {
    switch (ptx::bytes_of(decoding.type())) {
        case 2: return Atomic<std::uint16_t, CompareSwap, true, 2>::select(decoding);
        case 8: return Atomic<std::uint64_t, CompareSwap, true, 2>::select(decoding);
        default: return Atomic<std::uint32_t, CompareSwap, true, 2>::select(decoding);
    }
}

} // namespace simulator
