#include "machine/handlers/comparisons.h"

// Writes the results of comparisons of all types.

namespace simulator {
namespace {

template <Combination combination, SecondPredicate second>
const Op* set_predicates(Warp& warp, const Op* op, Mask mask) {
    const Mask with = combination == Combination::none ? 0 : warp.predicate(op, 4);
    const Mask first = op->test(warp, &op->slots[2], false);
    // Compute both before writing either, because a result may overwrite the predicate to combine with.
    Mask other = ~first;
    if constexpr (second == SecondPredicate::upper) other = op->test(warp, &op->slots[2], true);
    if constexpr (second != SecondPredicate::none)
        warp.set_predicate(op->slots[1], mask, combined<combination>(other, with));
    warp.set_predicate(op->slots[0], mask, combined<combination>(first, with));
    return op + 1;
}

template <Combination combination, bool pairs> const Op* set_words(Warp& warp, const Op* op, Mask mask) {
    const Mask with = combination == Combination::none ? 0 : warp.predicate(op, 3);
    const Mask first = combined<combination>(op->test(warp, &op->slots[1], false), with);
    Mask upper = 0;
    if constexpr (pairs) upper = combined<combination>(op->test(warp, &op->slots[1], true), with);
    const std::uint32_t of_first = pairs ? op->extra & 0xffff : op->extra;
    const std::uint32_t of_upper = op->extra & 0xffff'0000;
    std::byte* const result = warp.lanes(op->slots[0]);
    for (int lane = 0; lane < warp_size; ++lane) {
        std::uint32_t value = (first >> lane & 1) != 0 ? of_first : 0;
        if constexpr (pairs) value |= (upper >> lane & 1) != 0 ? of_upper : 0;
        write_lane<false, std::uint32_t>(result, lane, value, mask);
    }
    return op + 1;
}

} // namespace

Handlers setp_handlers(const Decoding& decoding, LaneTest test, SecondPredicate second) {
    return for_combination(decoding, [&]<Combination combination>() -> Handlers {
        Handler handler = &set_predicates<combination, SecondPredicate::none>;
        if (second == SecondPredicate::opposite)
            handler = &set_predicates<combination, SecondPredicate::opposite>;
        if (second == SecondPredicate::upper) handler = &set_predicates<combination, SecondPredicate::upper>;
        return {handler, handler, test};
    });
}

Handlers set_handlers(const Decoding& decoding, LaneTest test, std::uint32_t when_true, bool pairs) {
    return for_combination(decoding, [&]<Combination combination>() -> Handlers {
        const Handler handler = pairs ? &set_words<combination, true> : &set_words<combination, false>;
        return {handler, handler, test, when_true};
    });
}

} // namespace simulator
