#include <functional>

#include "machine/handlers/comparisons.h"
#include "machine/handlers/float_rules.h"
#include "machine/handlers/lane_mask.h"

// Comparisons: setp writes predicates, set writes words.

namespace simulator {

namespace {

/// Applies F to flushed operands.
template <class F> struct Flushed {
    bool operator()(float a, float b) const { return F{}(without_subnormal(a), without_subnormal(b)); }
};

/// `use.operator()<F, T>()` for the integer comparison that the suffixes name.
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

/// `use.operator()<F>()` for a single-precision comparison, where F may flush its operands.
template <class Use> Handlers for_single_comparison(const Decoding& decoding, Use use) {
    return for_float_comparison(decoding, [&]<class F>() {
        return decoding.has(ptx::Word::ftz) ? use.template operator()<Flushed<F>>()
                                            : use.template operator()<F>();
    });
}

/// The comparison alone, for the rarer uses.
template <class F, class T> Mask compared(const Warp& warp, const Slot* operands, bool) {
    return lanes_where<F, T, T>(warp, operands);
}

/// `p = a compared with b`, in the slots 0, 2 and 3: the common case.
template <class F, class T> const Op* set_predicate(Warp& warp, const Op* op, Mask mask) {
    warp.set_predicate(op->slots[0], mask, lanes_where<F, T, T>(warp, &op->slots[2]));
    return op + 1;
}

bool is_combined(const Decoding& decoding) {
    using enum ptx::Word;
    return decoding.has(and_) || decoding.has(or_) || decoding.has(xor_);
}

/// Selects one of these handlers for a comparison. There is no faster version for a full warp.
template <class F, class T> Handlers comparing(const Decoding& decoding) {
    const bool pair = decoding.instruction.operands[0].kind == ptx::Operand::Kind::pair;
    if (!pair && !is_combined(decoding)) return {&set_predicate<F, T>, &set_predicate<F, T>};
    return setp_handlers(decoding, &compared<F, T>, pair ? SecondPredicate::opposite : SecondPredicate::none);
}

template <class F, class T> Handlers comparing_into_words(const Decoding& decoding) {
    constexpr std::uint32_t all_ones = 0xffff'ffff;
    constexpr auto one = std::bit_cast<std::uint32_t>(1.0F);
    const bool as_float = decoding.type(0) == ptx::Word::f32;
    return set_handlers(decoding, &compared<F, T>, as_float ? one : all_ones, false);
}

} // namespace

Handlers select_setp_integer(const Decoding& decoding) {
    return for_integer_comparison(decoding, decoding.type(),
                                  [&]<class F, class T>() { return comparing<F, T>(decoding); });
}

Handlers select_setp_f32(const Decoding& decoding) {
    return for_single_comparison(decoding, [&]<class F>() { return comparing<F, float>(decoding); });
}

Handlers select_setp_f64(const Decoding& decoding) {
    return for_float_comparison(decoding, [&]<class F>() { return comparing<F, double>(decoding); });
}

Handlers select_set_integer(const Decoding& decoding) {
    return for_integer_comparison(decoding, decoding.type(1),
                                  [&]<class F, class T>() { return comparing_into_words<F, T>(decoding); });
}

Handlers select_set_f32(const Decoding& decoding) {
    return for_single_comparison(decoding,
                                 [&]<class F>() { return comparing_into_words<F, float>(decoding); });
}

Handlers select_set_f64(const Decoding& decoding) {
    return for_float_comparison(decoding,
                                [&]<class F>() { return comparing_into_words<F, double>(decoding); });
}

} // namespace simulator
