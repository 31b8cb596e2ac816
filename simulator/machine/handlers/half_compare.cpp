#include "machine/handlers/comparisons.h"
#include "machine/handlers/half.h"
#include "machine/handlers/lane_mask.h"

// Comparisons in half precision. For pairs, the lower and the upper values are compared separately.

namespace simulator {

namespace {

/// Applies F to the numbers that start at bit @p shift.
template <class F, class Format, bool ftz, int shift> struct HalvesCompared {
    static float number(std::uint32_t lane) {
        return widened<Format>(half_flushed<Format, ftz>(static_cast<std::uint16_t>(lane >> shift)));
    }
    bool operator()(std::uint32_t a, std::uint32_t b) const { return F{}(number(a), number(b)); }
};

/// Returns the lanes in which F holds for the upper values of pairs, or for the lower ones.
template <class F, class Format, bool ftz>
Mask halves_compared(const Warp& warp, const Slot* operands, bool upper) {
    return upper
               ? lanes_where<HalvesCompared<F, Format, ftz, 16>, std::uint32_t, std::uint32_t>(warp, operands)
               : lanes_where<HalvesCompared<F, Format, ftz, 0>, std::uint32_t, std::uint32_t>(warp, operands);
}

/// Returns the comparison of numbers of @p type that the suffixes name.
LaneTest half_comparison(const Decoding& decoding, ptx::Word type) {
    const Handlers found = for_float_comparison(decoding, [&]<class F>() {
        return for_half(type, [&]<class Format, class Lane>() -> Handlers {
            if constexpr (std::is_same_v<Format, F16>)
                if (decoding.has(ptx::Word::ftz)) return {.test = &halves_compared<F, Format, true>};
            return {.test = &halves_compared<F, Format, false>};
        });
    });
    return found.test;
}

/// Returns the "true" result of type @p type: 1.0 in half precision, else all bits set.
std::uint32_t when_true(ptx::Word type, bool pairs) {
    if (ptx::is_half(type)) {
        const bool is_f16 = type == ptx::Word::f16 || type == ptx::Word::f16x2;
        const std::uint32_t one = is_f16 ? F16::one : BF16::one;
        return pairs ? one << 16 | one : one;
    }
    return type == ptx::Word::u16 ? 0xffff : 0xffff'ffff;
}

} // namespace

// For pairs, p receives the comparison of the lower values, q that of the upper ones.
Handlers select_setp_half(const Decoding& decoding) {
    const LaneTest test = half_comparison(decoding, decoding.type());
    if (test == nullptr) return {};
    return setp_handlers(decoding, test,
                         ptx::is_half_pair(decoding.type()) ? SecondPredicate::upper : SecondPredicate::none);
}

Handlers select_set_half(const Decoding& decoding) {
    const LaneTest test = half_comparison(decoding, decoding.type(1));
    if (test == nullptr) return {};
    const bool pairs = ptx::is_half_pair(decoding.type(1));
    return set_handlers(decoding, test, when_true(decoding.type(0), pairs), pairs);
}

} // namespace simulator
