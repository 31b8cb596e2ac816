#include <functional>

#include "machine/handlers/comparisons.h"
#include "machine/handlers/float_rules.h"
#include "machine/handlers/lane_mask.h"

// Comparisons: setp writes predicates, set writes words.

namespace simulator {

namespace {

/// F of operands that are flushed.
template <class F> struct Flushed {
    bool operator()(float a, float b) const { return F{}(without_subnormal(a), without_subnormal(b)); }
};

/// `use.operator()<F, T>()` for the comparison of whole numbers that the suffixes name.
template <class Use> Handlers for_integer_comparison(const Decoding& decoding, ptx::Word type, Use use) {
    return for_integer(type, [&]<class T>() -> Handlers {
        using enum ptx::Word;
        using U = std::make_unsigned_t<T>;
        if constexpr (sizeof(T) > 1) {
            if (decoding.has(eq)) return use.template operator()<std::equal_to<>, U>();
            if (decoding.has(ne)) return use.template operator()<std::not_equal_to<>, U>();
            if (decoding.has(lt)) return use.template operator()<std::less<>, T>();
            if (decoding.has(le)) return use.template operator()<std::less_equal<>, T>();
            if (decoding.has(gt)) return use.template operator()<std::greater<>, T>();
            if (decoding.has(ge)) return use.template operator()<std::greater_equal<>, T>();
            if (decoding.has(lo)) return use.template operator()<std::less<>, U>();
            if (decoding.has(ls)) return use.template operator()<std::less_equal<>, U>();
            if (decoding.has(hi)) return use.template operator()<std::greater<>, U>();
            if (decoding.has(hs)) return use.template operator()<std::greater_equal<>, U>();
        }
        return {};
    });
}

/// `use.operator()<F, T>()`, with T and whether F flushes its operands.
template <class Use> Handlers for_float_comparison(const Decoding& decoding, ptx::Word type, Use use) {
    return for_float_comparison(decoding, [&]<class F>() {
        if (type == ptx::Word::f64) return use.template operator()<F, double>();
        if (decoding.has(ptx::Word::ftz)) return use.template operator()<Flushed<F>, float>();
        return use.template operator()<F, float>();
    });
}

/// The comparison on its own, for the rarer uses: they share it, which keeps the library small.
template <class F, class T> [[gnu::noinline]] Mask compared(const Warp& warp, const Slot* operands) {
    return lanes_where<F, T, T>(warp, operands);
}

/// `p = a compared with b`, in the slots 0, 2 and 3: nearly all comparisons are this one.
template <class F, class T> const Op* set_predicate(Warp& warp, const Op* op, Mask mask) {
    warp.set_predicate(op->slots[0], mask, lanes_where<F, T, T>(warp, &op->slots[2]));
    return op + 1;
}

/// `p|q = a compared with b`, in the slots 0 to 3, and the predicate to combine with in slot 4.
template <class F, class T, Combination combination, bool complement>
const Op* set_predicates(Warp& warp, const Op* op, Mask mask) {
    const Mask holds = compared<F, T>(warp, &op->slots[2]);
    const Mask with = combination == Combination::none ? 0 : warp.predicate(op, 4);
    warp.set_predicate(op->slots[0], mask, combined<combination>(holds, with));
    if constexpr (complement) warp.set_predicate(op->slots[1], mask, combined<combination>(~holds, with));
    return op + 1;
}

/// Chooses among these for a comparison. There is no faster version for a full warp.
template <class F, class T> Handlers setting_predicates(const Decoding& decoding) {
    const bool pair = decoding.instruction.operands[0].kind == ptx::Operand::Kind::pair;
    return for_combination(decoding, [pair]<Combination combination>() {
        return with_flag(pair, []<bool complement>() -> Handlers {
            if (combination == Combination::none && !complement)
                return {&set_predicate<F, T>, &set_predicate<F, T>};
            return {&set_predicates<F, T, combination, complement>,
                    &set_predicates<F, T, combination, complement>};
        });
    });
}

/// `d = a compared with b`, in the slots 0 to 2, and the predicate to combine with in slot 3.
template <class F, class T, Combination combination, std::uint32_t when_true>
const Op* set_words(Warp& warp, const Op* op, Mask mask) {
    const Mask with = combination == Combination::none ? 0 : warp.predicate(op, 3);
    const Mask holds = combined<combination>(compared<F, T>(warp, &op->slots[1]), with);
    std::byte* result = warp.lanes(op->slots[0]);
    for (int lane = 0; lane < warp_size; ++lane) {
        const std::uint32_t value = (holds >> lane & 1) != 0 ? when_true : 0;
        write_lane<false, std::uint32_t>(result, lane, value, mask);
    }
    return op + 1;
}

template <class F, class T> Handlers setting_words(const Decoding& decoding) {
    constexpr std::uint32_t all_ones = 0xffff'ffff;
    constexpr auto one = std::bit_cast<std::uint32_t>(1.0F);
    const bool as_float = decoding.type(0) == ptx::Word::f32;
    return for_combination(decoding, [as_float]<Combination combination>() {
        return with_flag(as_float, []<bool floating>() -> Handlers {
            constexpr std::uint32_t when_true = floating ? one : all_ones;
            return {&set_words<F, T, combination, when_true>, &set_words<F, T, combination, when_true>};
        });
    });
}

} // namespace

Handlers select_setp_integer(const Decoding& decoding) {
    return for_integer_comparison(decoding, decoding.type(),
                                  [&]<class F, class T>() { return setting_predicates<F, T>(decoding); });
}

Handlers select_setp_float(const Decoding& decoding) {
    return for_float_comparison(decoding, decoding.type(),
                                [&]<class F, class T>() { return setting_predicates<F, T>(decoding); });
}

Handlers select_set_integer(const Decoding& decoding) {
    return for_integer_comparison(decoding, decoding.type(1),
                                  [&]<class F, class T>() { return setting_words<F, T>(decoding); });
}

Handlers select_set_float(const Decoding& decoding) {
    return for_float_comparison(decoding, decoding.type(1),
                                [&]<class F, class T>() { return setting_words<F, T>(decoding); });
}

} // namespace simulator
