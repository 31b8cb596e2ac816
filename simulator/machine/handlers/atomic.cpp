#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <type_traits>

#include "machine/handlers/atomic_operation.h"
#include "machine/handlers/elementwise.h"
#include "machine/handlers/half.h"

// Atomics. Lanes execute them one after the other in the order of their numbers, so the result is
// deterministic.

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
/// Addition of floats in global memory: L2 flushes subnormal numbers, in the operands and in the result. The
/// value that an atomic returns is not flushed.
struct AddFlushing {
    static float apply(float old, float value, float) {
        return canonical(without_subnormal(without_subnormal(old) + without_subnormal(value)));
    }
};
/// Addition of 16-bit floating-point numbers, or of pairs of them; nothing is flushed.
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
/// Stores the new value if memory holds the expected one.
struct CompareSwap {
    template <class T> static T apply(T old, T expected, T value) { return old == expected ? value : old; }
};
/// Increments, and wraps to 0 at the limit.
struct Increment {
    template <class T> static T apply(T old, T limit, T) {
        return old >= limit ? T{0} : static_cast<T>(old + 1);
    }
};
/// Decrements, and wraps to the limit at 0.
struct Decrement {
    template <class T> static T apply(T old, T limit, T) {
        return old == 0 || old > limit ? limit : static_cast<T>(old - 1);
    }
};

/// Reads the value at @p from, which may be unaligned.
template <class T> T read_value(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// Updates the value at @p place by Operation, and returns the old one. With @p is_single_core, no atomic
/// access is needed.
template <class T, class Operation> T update(std::byte* place, T first, T second, bool is_single_core) {
    if (is_single_core) {
        const T old = read_value<T>(place);
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

/// Performs the operation lane by lane, and returns whether memory has changed.
template <class T, class Operation> bool lane_by_lane(const AtomicLanes& lanes) {
    bool changed = false;
    for (Mask rest = lanes.mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        T old = {};
        if ((lanes.pointers.mask >> lane & 1) != 0) {
            std::byte* const place = lanes.pointers.has_common_base
                                         ? lanes.pointers.base + lanes.addresses[lane]
                                         : lanes.pointers.at[static_cast<std::size_t>(lane)];
            const T a = read_lane<T>(lanes.first, lane);
            const T b = read_lane<T>(lanes.second, lane);
            old = update<T, Operation>(place, a, b, lanes.is_single_core);
            changed |= Operation::apply(old, a, b) != old;
        }
        if (lanes.result != nullptr) write_lane<T>(lanes.result, lane, old);
    }
    return changed;
}

/// Sums the values that lanes add to the same address, and adds the sum once. The cores then contend only
/// once per address. On a single core it would only take longer.
template <class T> bool add_sums(const AtomicLanes& lanes) {
    bool changed = false;
    for (Mask rest = lanes.mask; rest != 0;) {
        const Address address = lanes.addresses[std::countr_zero(rest)];
        Mask same = 0;
        for (int lane = 0; lane < warp_size; ++lane)
            same |= static_cast<Mask>(lanes.addresses[lane] == address) << lane;
        same &= rest;
        rest &= ~same;
        T sum = {};
        for (; same != 0; same &= same - 1)
            sum = Add::apply(sum, read_lane<T>(lanes.first, std::countr_zero(same)), T{});
        update<T, Add>(lanes.pointers.base + address, sum, T{}, false);
        changed |= sum != T{};
    }
    return changed;
}

/// The handlers of an operation: they pass its description to the common code.
template <class T, class Operation, bool returns, int sources> struct Atomic {
    static constexpr bool adds_floats = std::is_same_v<Operation, Add> && std::is_same_v<T, float>;
    static constexpr bool adds_integers = std::is_same_v<Operation, Add> && std::is_integral_v<T>;
    using InGlobal = std::conditional_t<adds_floats, AddFlushing, Operation>;

    static constexpr bool (*sums_first())(const AtomicLanes&) {
        if constexpr (adds_integers)
            return &add_sums<T>;
        else
            return nullptr;
    }
    static constexpr AtomicOperation operation{
        sizeof(T), sources, returns, &lane_by_lane<T, InGlobal>, &lane_by_lane<T, Operation>, sums_first()};

    template <MemorySpace space> static const Op* in_space(Warp& warp, const Op* op, Mask mask) {
        return run_atomic(operation, warp, op, mask, space);
    }
    static const Op* generic(Warp& warp, const Op* op, Mask mask) {
        return run_generic_atomic(operation, warp, op, mask);
    }
    // Lanes execute it one after the other, so there is no faster version for a full warp.
    static Handlers both(Handler handler) { return {handler, handler}; }
    static Handlers select(const Decoding& decoding) {
        if (decoding.has(ptx::Word::global)) return both(&in_space<MemorySpace::global>);
        if (decoding.has(ptx::Word::shared) || decoding.has(ptx::Word::shared_cta))
            return both(&in_space<MemorySpace::shared>);
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
