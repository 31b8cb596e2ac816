#pragma once

/// @file
/// Handlers for instructions that compute each lane independently: one C++ function makes both versions.

#include <cstring>
#include <type_traits>
#include <utility>

#include "machine/handlers/select.h"
#include "machine/warp.h"

namespace simulator {

/// Type of a T in a register: at least 4 bytes.
template <class T> using Stored = std::conditional_t<sizeof(T) >= 4, T, std::uint32_t>;

/// Returns the value of a lane in @p lanes.
template <class T> inline T read_lane(const std::byte* lanes, int lane) {
    return static_cast<T>(reinterpret_cast<const Stored<T>*>(lanes)[lane]);
}

/// Converts a value to its type in the register: narrower signed values are sign-extended.
template <class T> inline Stored<T> stored(T value) {
    if constexpr (sizeof(T) < 4 && std::is_signed_v<T>)
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
    else
        return static_cast<Stored<T>>(value);
}

/// Writes the value of a lane.
template <class T> inline void write_lane(std::byte* lanes, int lane, T value) {
    reinterpret_cast<Stored<T>*>(lanes)[lane] = stored(value);
}

/// Writes a lane's result if the lane is in @p mask. The selection comes after the computation, so it becomes
/// a vector blend.
template <bool full, class T> inline void write_lane(std::byte* lanes, int lane, T value, Mask mask) {
    Stored<T>& place = reinterpret_cast<Stored<T>*>(lanes)[lane];
    if constexpr (full)
        place = stored(value);
    else
        place = (mask >> lane & 1) != 0 ? stored(value) : place;
}

/// A Scope that sets up nothing; compare FloatMode.
struct NoScope {};

/// `d = F(a, b, ...)` in every lane, for operands of the types A... in the slots 1, 2, ...
///
/// The loops are written so that compilers vectorize them: the mask is applied when a result is written, not
/// before it is computed. So F is also called for lanes outside of the mask, with arbitrary register values,
/// and must have no side effects. A Scope exists while the lanes are computed.
template <class Scope, class F, class R, class... A> struct Elementwise {
    /// Implements both versions; n... are 0, 1, ... for the operands.
    template <bool is_full, std::size_t... n>
    static const Op* run(Warp& warp, const Op* op, [[maybe_unused]] Mask mask, std::index_sequence<n...>) {
        [[maybe_unused]] const Scope scope;
        std::byte* result = warp.lanes(op->slots[0]);
        const std::byte* operands[] = {warp.lanes(op->slots[n + 1])...};
#pragma GCC ivdep
        for (int lane = 0; lane < warp_size; ++lane)
            write_lane<is_full, R>(result, lane, F{}(read_lane<A>(operands[n], lane)...), mask);
        return op + 1;
    }
    /// Implements Handlers::full.
    static const Op* full(Warp& warp, const Op* op, Mask mask) {
        return run<true>(warp, op, mask, std::index_sequence_for<A...>{});
    }
    /// Implements Handlers::partial.
    static const Op* partial(Warp& warp, const Op* op, Mask mask) {
        return run<false>(warp, op, mask, std::index_sequence_for<A...>{});
    }
};

/// Returns the handlers of `d = f(a, b, ...)`; R and A... are the types of result and operands, f a lambda
/// without captures.
template <class R, class... A, class F> Handlers elementwise(F) {
    return {&Elementwise<NoScope, F, R, A...>::full, &Elementwise<NoScope, F, R, A...>::partial};
}

/// Like elementwise(), computed within a Scope.
template <class Scope, class R, class... A, class F> Handlers elementwise_within(F) {
    return {&Elementwise<Scope, F, R, A...>::full, &Elementwise<Scope, F, R, A...>::partial};
}

/// Saved lanes of a result: a handler may then write all lanes, and those outside of its mask are restored.
template <std::size_t lane_bytes> class SavedLanes {
public:
    /// Saves the lanes at @p lanes.
    explicit SavedLanes(const std::byte* lanes) { std::memcpy(saved_, lanes, sizeof saved_); }
    /// Restores the lanes that are not in @p mask.
    void restore(std::byte* lanes, Mask mask) const {
        using Value = std::conditional_t<lane_bytes == 8, std::uint64_t, std::uint32_t>;
        auto* const values = reinterpret_cast<Value*>(lanes);
        const auto* const before = reinterpret_cast<const Value*>(saved_);
#pragma GCC ivdep
        for (int lane = 0; lane < warp_size; ++lane)
            values[lane] = (mask >> lane & 1) != 0 ? values[lane] : before[lane];
    }

private:
    alignas(32) std::byte saved_[lane_bytes * warp_size];
};

/// Makes a partial handler from a full one that writes only the register in slot 0, with @p lane_bytes per
/// lane.
template <std::size_t lane_bytes> const Op* partial_from_full(Warp& warp, const Op* op, Mask mask) {
    std::byte* const result = warp.lanes(op->slots[0]);
    const SavedLanes<lane_bytes> saved(result);
    const Op* const next = op->full(warp, op, all_lanes);
    saved.restore(result, mask);
    return next;
}

/// Like elementwise(), for rare instructions: its loop is compiled once instead of twice, and a divergent
/// warp takes a little longer.
template <class R, class... A, class F> Handlers compact_elementwise(F) {
    return {&Elementwise<NoScope, F, R, A...>::full, &partial_from_full<sizeof(Stored<R>)>};
}

/// Like compact_elementwise(), computed within a Scope.
template <class Scope, class R, class... A, class F> Handlers compact_elementwise_within(F) {
    return {&Elementwise<Scope, F, R, A...>::full, &partial_from_full<sizeof(Stored<R>)>};
}

/// `make.operator()<T>()` for the C++ integer type T that @p type names.
template <class Make> Handlers for_integer(ptx::Word type, Make make) {
    using enum ptx::Word;
    switch (type) {
        case b8:
        case u8: return make.template operator()<std::uint8_t>();
        case s8: return make.template operator()<std::int8_t>();
        case b16:
        case u16: return make.template operator()<std::uint16_t>();
        case s16: return make.template operator()<std::int16_t>();
        case b32:
        case u32: return make.template operator()<std::uint32_t>();
        case s32: return make.template operator()<std::int32_t>();
        case b64:
        case u64: return make.template operator()<std::uint64_t>();
        case s64: return make.template operator()<std::int64_t>();
        default: return {};
    }
}

/// `make.operator()<T>()` for the unsigned T with the width of @p type. Floating-point types count as their
/// bits.
template <class Make> Handlers for_width(ptx::Word type, Make make) {
    switch (ptx::bytes_of(type)) {
        case 1: return make.template operator()<std::uint8_t>();
        case 2: return make.template operator()<std::uint16_t>();
        case 4: return make.template operator()<std::uint32_t>();
        case 8: return make.template operator()<std::uint64_t>();
        default: return {};
    }
}

/// `make.operator()<condition>()`: turns a run-time condition into a template argument.
template <class Make> Handlers with_flag(bool condition, Make make) {
    return condition ? make.template operator()<true>() : make.template operator()<false>();
}

} // namespace simulator
