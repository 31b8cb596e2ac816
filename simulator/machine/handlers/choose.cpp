#include "machine/handlers/float_rules.h"

// Selection between two values: selp by a predicate, slct by a sign.

namespace simulator {

namespace {

/// `d = q ? a : b`
template <bool full, class T> const Op* choose(Warp& warp, const Op* op, Mask mask) {
    std::byte* result = warp.lanes(op->slots[0]);
    const std::byte* a = warp.lanes(op->slots[1]);
    const std::byte* b = warp.lanes(op->slots[2]);
    const Mask q = warp.predicate(op, 3);
#pragma GCC ivdep
    for (int lane = 0; lane < warp_size; ++lane) {
        const T value = (q >> lane & 1) != 0 ? read_lane<T>(a, lane) : read_lane<T>(b, lane);
        write_lane<full, T>(result, lane, value, mask);
    }
    return op + 1;
}

} // namespace

Handlers select_selp(const Decoding& decoding) {
    return for_width(decoding.type(), []<class T>() -> Handlers {
        return {&choose<true, T>, &choose<false, T>};
    });
}

Handlers select_slct(const Decoding& decoding) {
    const bool by_float = decoding.type(1) == ptx::Word::f32;
    const bool ftz = decoding.has(ptx::Word::ftz);
    return for_width(decoding.type(0), [=]<class T>() {
        if (!by_float)
            return elementwise<T, T, T, std::int32_t>(
                [](T a, T b, std::int32_t c) { return c >= 0 ? a : b; });
        return with_flag(ftz, []<bool flush>() {
            return elementwise<T, T, T, float>(
                [](T a, T b, float c) { return flushed<flush>(c) >= 0 ? a : b; });
        });
    });
}

} // namespace simulator
