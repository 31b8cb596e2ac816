#include <utility>

#include "machine/handlers/elementwise.h"
#include "machine/handlers/integer_types.h"

// mov: copies a value, packs a vector into a word, or unpacks a word.

namespace simulator {

namespace {

const Op* copy_predicate(Warp& warp, const Op* op, Mask mask) {
    warp.set_predicate(op->slots[0], mask, warp.predicate(op, 1));
    return op + 1;
}

/// `d = {a, b, ...}`: the first element becomes the lowest bits.
template <bool full, class Whole, class Part, std::size_t... n>
const Op* pack(Warp& warp, const Op* op, Mask mask, std::index_sequence<n...>) {
    std::byte* result = warp.lanes(op->slots[0]);
    const std::byte* parts[] = {warp.lanes(op->slots[1 + n])...};
#pragma GCC ivdep
    for (int lane = 0; lane < warp_size; ++lane) {
        const auto value = static_cast<Whole>(
            (... | (static_cast<std::uint64_t>(read_lane<Part>(parts[n], lane)) << (n * width<Part>))));
        write_lane<full, Whole>(result, lane, value, mask);
    }
    return op + 1;
}

/// `{d, e, ...} = a`
template <bool full, class Whole, class Part, std::size_t... n>
const Op* unpack(Warp& warp, const Op* op, Mask mask, std::index_sequence<n...>) {
    std::byte* results[] = {warp.lanes(op->slots[n])...};
    const std::byte* operand = warp.lanes(op->slots[sizeof...(n)]);
#pragma GCC ivdep
    for (int lane = 0; lane < warp_size; ++lane) {
        const Whole value = read_lane<Whole>(operand, lane);
        (write_lane<full, Part>(results[n], lane, static_cast<Part>(value >> (n * width<Part>)), mask), ...);
    }
    return op + 1;
}

template <bool full, class Whole, class Part> const Op* pack_all(Warp& warp, const Op* op, Mask mask) {
    return pack<full, Whole, Part>(warp, op, mask, std::make_index_sequence<sizeof(Whole) / sizeof(Part)>{});
}

template <bool full, class Whole, class Part> const Op* unpack_all(Warp& warp, const Op* op, Mask mask) {
    return unpack<full, Whole, Part>(warp, op, mask,
                                     std::make_index_sequence<sizeof(Whole) / sizeof(Part)>{});
}

/// Returns the handlers for a word of type Whole and a vector of @p elements elements.
template <class Whole> Handlers select_vector_move(std::size_t elements, bool packs) {
    const auto for_part = [packs]<class Part>() -> Handlers {
        if constexpr (sizeof(Part) < sizeof(Whole)) {
            if (packs) return {&pack_all<true, Whole, Part>, &pack_all<false, Whole, Part>};
            return {&unpack_all<true, Whole, Part>, &unpack_all<false, Whole, Part>};
        }
        return {};
    };
    switch (sizeof(Whole) / elements) {
        case 1: return for_part.template operator()<std::uint8_t>();
        case 2: return for_part.template operator()<std::uint16_t>();
        case 4: return for_part.template operator()<std::uint32_t>();
        default: return {};
    }
}

} // namespace

Handlers select_mov(const Decoding& decoding) {
    using Kind = ptx::Operand::Kind;
    if (decoding.type() == ptx::Word::pred) return {&copy_predicate, &copy_predicate};
    const ptx::Operand& to = decoding.instruction.operands[0];
    const ptx::Operand& from = decoding.instruction.operands[1];
    const bool packs = from.kind == Kind::vector;
    if (!packs && to.kind != Kind::vector)
        return for_width(decoding.type(), []<class T>() { return elementwise<T, T>([](T a) { return a; }); });

    const std::size_t elements = (packs ? from : to).elements.size();
    switch (ptx::bytes_of(decoding.type())) {
        case 2: return select_vector_move<std::uint16_t>(elements, packs);
        case 4: return select_vector_move<std::uint32_t>(elements, packs);
        case 8: return select_vector_move<std::uint64_t>(elements, packs);
        default: return {};
    }
}

} // namespace simulator
