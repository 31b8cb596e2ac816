#include <bit>

#include "analysis/frame.h"
#include "machine/decode.h"
#include "machine/handlers/control.h"
#include "machine/handlers/elementwise.h"
#include "machine/handlers/memory.h"
#include "machine/handlers/space.h"

// Addresses: conversion between address spaces, and what an address refers to.

namespace simulator {
namespace {

using ptx::Word;

Address window_of(const Decoding& decoding) {
    if (decoding.has(Word::shared) || decoding.has(Word::shared_cta)) return shared_window;
    if (decoding.has(Word::local)) return local_window;
    if (decoding.has(Word::param)) return param_window;
    return 0;
}

template <Address window, class Lane> Handlers to_generic() {
    return elementwise<Lane, Lane>([](Lane a) { return static_cast<Lane>(a + window); });
}

template <Address window, class Lane> Handlers from_generic() {
    return elementwise<Lane, Lane>([](Lane a) { return static_cast<Lane>(a - window); });
}

template <Address window> Handlers converted(const Decoding& decoding) {
    const bool back = decoding.has(Word::to);
    if (ptx::bytes_of(decoding.type()) == 4)
        return back ? from_generic<window, std::uint32_t>() : to_generic<window, std::uint32_t>();
    return back ? from_generic<window, std::uint64_t>() : to_generic<window, std::uint64_t>();
}

template <Address window> bool in_window(Address address) {
    if constexpr (window == 0) return address < generic_windows;
    return address - window < window_bytes;
}

template <Address window> struct InSpace {
    static const Op* run(Warp& warp, const Op* op, Mask mask) {
        Mask inside = 0;
        for (Mask rest = mask; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            if (in_window<window>(read_lane<Address>(warp.lanes(op->slots[1]), lane)))
                inside |= Mask{1} << lane;
        }
        warp.set_predicate(op->slots[0], mask, inside);
        return op + 1;
    }
};

// Prefetching an invalid address has no effect, so the address is not checked.
const Op* prefetch(Warp&, const Op* op, Mask) { return op + 1; }

// The address of a variable in the running function's frame in local memory.
struct LocalAddress {
    static const Op* run(Warp& warp, const Op* op, Mask mask) {
        const Address begin = warp.frame().local_begin;
        for (Mask rest = mask; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            write_lane<Address>(warp.lanes(op->slots[0]), lane,
                                read_lane<Address>(warp.lanes(op->slots[1]), lane) + begin);
        }
        return op + 1;
    }
};

bool is_frame_variable(const ptx::Operand& operand, const ptx::Function& function) {
    return operand.kind == ptx::Operand::Kind::variable && operand.in_function &&
           is_in_frame(function, operand.index);
}

} // namespace

Location locate(Address generic) {
    if (in_window<shared_window>(generic)) return {MemorySpace::shared, generic - shared_window};
    if (in_window<local_window>(generic)) return {MemorySpace::local, generic - local_window};
    if (in_window<param_window>(generic)) return {MemorySpace::param, generic - param_window};
    return {MemorySpace::global, generic};
}

bool is_kernel_parameter(const Decoding& decoding, const ptx::Operand& address) {
    if (!decoding.function.entry) return false;
    const ptx::Operand& base = address.elements[0];
    return base.kind != ptx::Operand::Kind::variable || !is_frame_variable(base, decoding.function);
}

Handlers select_cvta(const Decoding& decoding) {
    switch (window_of(decoding)) {
        case shared_window: return converted<shared_window>(decoding);
        case local_window: return converted<local_window>(decoding);
        case param_window: return converted<param_window>(decoding);
        default: return converted<0>(decoding);
    }
}

Handlers select_isspacep(const Decoding& decoding) {
    switch (window_of(decoding)) {
        case shared_window: return {&InSpace<shared_window>::run, &InSpace<shared_window>::run};
        case local_window: return {&InSpace<local_window>::run, &InSpace<local_window>::run};
        case param_window: return {&InSpace<param_window>::run, &InSpace<param_window>::run};
        default: return {&InSpace<0>::run, &InSpace<0>::run};
    }
}

Handlers select_prefetch(const Decoding&) { return {&prefetch, &prefetch}; }

Handlers select_special_case(const ptx::Instruction& instruction, const ptx::Function& function) {
    if (instruction.form != ptx::Form::mov) return {};
    const ptx::Operand& source = instruction.operands[1];
    if (is_frame_variable(source, function)) return {&LocalAddress::run, &LocalAddress::run};
    if (source.kind == ptx::Operand::Kind::special) return clock_handlers(source.special);
    return {};
}

} // namespace simulator
