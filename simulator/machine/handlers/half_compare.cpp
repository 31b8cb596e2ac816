#include "machine/handlers/comparisons.h"
#include "machine/handlers/half.h"
#include "machine/handlers/lane_mask.h"

// Comparisons in half precision. Of two pairs the lower numbers are compared with each other, and the upper ones.

namespace simulator {

namespace {

/// F of the numbers that lie from bit @p shift on.
template <class F, class Format, bool ftz, int shift> struct HalvesCompared {
    static float number(std::uint32_t lane) {
        return widened<Format>(half_flushed<Format, ftz>(static_cast<std::uint16_t>(lane >> shift)));
    }
    bool operator()(std::uint32_t a, std::uint32_t b) const { return F{}(number(a), number(b)); }
};

/// The lanes in which F holds for the numbers from bit @p shift on. Shared, which keeps the library small.
template <class F, class Format, bool ftz, int shift>
[[gnu::noinline]] Mask compared(const Warp& warp, const Slot* operands) {
    return lanes_where<HalvesCompared<F, Format, ftz, shift>, std::uint32_t, std::uint32_t>(warp, operands);
}

/// `use.operator()<F, Format, Lane, ftz, combination>()`
template <class Use> Handlers for_half_comparison(const Decoding& decoding, ptx::Word type, Use use) {
    return for_float_comparison(decoding, [&]<class F>() {
        return for_half(type, [&]<class Format, class Lane>() {
            return for_combination(decoding, [&]<Combination combination>() {
                if constexpr (std::is_same_v<Format, F16>)
                    if (decoding.has(ptx::Word::ftz))
                        return use.template operator()<F, Format, Lane, true, combination>();
                return use.template operator()<F, Format, Lane, false, combination>();
            });
        });
    });
}

/// `p|q = a compared with b`, in the slots 0 to 3, and the predicate to combine with in slot 4. Of pairs the lower
/// comparison goes to p, the upper one to q.
template <class F, class Format, class Lane, bool ftz, Combination combination>
const Op* set_predicates(Warp& warp, const Op* op, Mask mask) {
    const Mask with = combination == Combination::none ? 0 : warp.predicate(op, 4);
    const Mask low = compared<F, Format, ftz, 0>(warp, &op->slots[2]);
    if constexpr (sizeof(Lane) == 4) {
        const Mask high = compared<F, Format, ftz, 16>(warp, &op->slots[2]);
        warp.set_predicate(op->slots[1], mask, combined<combination>(high, with));
    }
    warp.set_predicate(op->slots[0], mask, combined<combination>(low, with));
    return op + 1;
}

/// `d = a compared with b`, in the slots 0 to 2, and the predicate to combine with in slot 3. T is the result's
/// type, when_true one of its numbers.
template <class F, class Format, class Lane, bool ftz, Combination combination, class T, T when_true>
const Op* set_words(Warp& warp, const Op* op, Mask mask) {
    const Mask with = combination == Combination::none ? 0 : warp.predicate(op, 3);
    const Mask low = combined<combination>(compared<F, Format, ftz, 0>(warp, &op->slots[1]), with);
    Mask high = 0;
    if constexpr (sizeof(Lane) == 4)
        high = combined<combination>(compared<F, Format, ftz, 16>(warp, &op->slots[1]), with);
    std::byte* result = warp.lanes(op->slots[0]);
    for (int lane = 0; lane < warp_size; ++lane) {
        T value = (low >> lane & 1) != 0 ? when_true : T{0};
        if constexpr (sizeof(Lane) == 4)
            value = static_cast<T>(value | ((high >> lane & 1) != 0 ? when_true << 16 : 0));
        write_lane<false, T>(result, lane, value, mask);
    }
    return op + 1;
}

template <class F, class Format, class Lane, bool ftz, Combination combination>
Handlers setting_words(ptx::Word result) {
    const auto with = []<class T, T when_true>() -> Handlers {
        constexpr Handler handler = &set_words<F, Format, Lane, ftz, combination, T, when_true>;
        return {handler, handler};
    };
    if (ptx::is_half(result)) return with.template operator()<Lane, Lane{Format::one}>();
    if constexpr (sizeof(Lane) == 4) return with.template operator()<std::uint32_t, 0xffff>();
    switch (result) {
        case ptx::Word::s16: return with.template operator()<std::int16_t, -1>();
        case ptx::Word::u16: return with.template operator()<std::uint16_t, 0xffff>();
        default: return with.template operator()<std::uint32_t, 0xffff'ffff>();
    }
}

} // namespace

Handlers select_setp_half(const Decoding& decoding) {
    return for_half_comparison(
        decoding, decoding.type(),
        []<class F, class Format, class Lane, bool ftz, Combination combination>() -> Handlers {
            constexpr Handler handler = &set_predicates<F, Format, Lane, ftz, combination>;
            return {handler, handler};
        });
}

Handlers select_set_half(const Decoding& decoding) {
    return for_half_comparison(decoding, decoding.type(1),
                               [&]<class F, class Format, class Lane, bool ftz, Combination combination>() {
                                   return setting_words<F, Format, Lane, ftz, combination>(decoding.type(0));
                               });
}

} // namespace simulator
