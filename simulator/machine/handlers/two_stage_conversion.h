#pragma once

/// @file
/// Handlers of conversions, in two loops over the lanes: one reads and interprets the operand, one writes the
/// result. Each loop is compiled once, for all combinations with the other; as a single loop, each
/// combination would be compiled separately.

#include "machine/handlers/elementwise.h"

namespace simulator {

/// `to = F(a)` in every lane. F is a named type, because each lambda has a distinct type.
template <class Intermediate, class A, class F>
[[gnu::noinline]] void read_lanes(Intermediate* to, const std::byte* operand) {
#pragma GCC ivdep
    for (int lane = 0; lane < warp_size; ++lane) to[lane] = F{}(read_lane<A>(operand, lane));
}

/// `d = F(from)` in every lane, within a Scope.
template <class Scope, class R, class Intermediate, class F>
[[gnu::noinline]] void write_lanes(std::byte* result, const Intermediate* from) {
    [[maybe_unused]] const Scope scope;
#pragma GCC ivdep
    for (int lane = 0; lane < warp_size; ++lane) write_lane<R>(result, lane, F{}(from[lane]));
}

/// `d = Write(Read(a))`, with a value of type Intermediate in between.
template <class Scope, class R, class Intermediate, class A, class Read, class Write>
struct TwoStageConversion {
    /// Implements Handlers::full.
    static const Op* full(Warp& warp, const Op* op, Mask) {
        alignas(32) Intermediate intermediate[warp_size];
        read_lanes<Intermediate, A, Read>(intermediate, warp.lanes(op->slots[1]));
        write_lanes<Scope, R, Intermediate, Write>(warp.lanes(op->slots[0]), intermediate);
        return op + 1;
    }
};

/// Returns the handlers of `d = Write(Read(a))`; R, Intermediate and A are the types of the result, the
/// value in between and the operand.
template <class R, class Intermediate, class A, class Read, class Write, class Scope = NoScope>
Handlers two_stage_conversion() {
    return {&TwoStageConversion<Scope, R, Intermediate, A, Read, Write>::full,
            &partial_from_full<sizeof(Stored<R>)>};
}

} // namespace simulator
