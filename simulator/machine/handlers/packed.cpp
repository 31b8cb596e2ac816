#include <algorithm>
#include <functional>

#include "machine/handlers/elementwise.h"
#include "machine/handlers/integer_types.h"

// Integers packed into a word, each computed independently: pairs of 16 bits in sums, minima and maxima, and
// the instructions that PTX calls SIMD video instructions.

namespace simulator {

namespace {

using Packed = std::uint32_t;

/// Returns element @p n of a word, extended according to its type.
template <class Part> std::int32_t packed_part(Packed word, unsigned n) {
    return static_cast<Part>(word >> n * width<Part>);
}

/// Packs the values of F for each element into a word.
template <class Part, class F> Packed of_each_part(F value) {
    Packed word = 0;
    for (unsigned n = 0; n < sizeof(Packed) / sizeof(Part); ++n)
        word |= Packed{static_cast<std::make_unsigned_t<Part>>(value(n))} << n * width<Part>;
    return word;
}

struct PartSum {
    static std::int32_t of(std::int32_t a, std::int32_t b) { return a + b; }
};
struct PartDifference {
    static std::int32_t of(std::int32_t a, std::int32_t b) { return a - b; }
};
/// Rounds halves up; for negative sums down.
struct PartAverage {
    static std::int32_t of(std::int32_t a, std::int32_t b) { return (a + b + (a + b >= 0 ? 1 : 0)) >> 1; }
};
struct PartDistance {
    static std::int32_t of(std::int32_t a, std::int32_t b) { return a < b ? b - a : a - b; }
};
struct PartMin {
    static std::int32_t of(std::int32_t a, std::int32_t b) { return std::min(a, b); }
};
struct PartMax {
    static std::int32_t of(std::int32_t a, std::int32_t b) { return std::max(a, b); }
};
template <class F> struct PartTest {
    static std::int32_t of(std::int32_t a, std::int32_t b) { return F{}(a, b) ? 1 : 0; }
};

enum class PackedResult { wrapping, saturating, added };

/// D, A and B are the element types of the result and of the operands; a result that is added to c is not
/// truncated.
template <class F, PackedResult result, class D, class A, class B> Handlers video() {
    return compact_elementwise<Packed, Packed, Packed, Packed>([](Packed a, Packed b, Packed c) {
        const auto value = [&](unsigned n) { return F::of(packed_part<A>(a, n), packed_part<B>(b, n)); };
        if constexpr (result == PackedResult::added) {
            for (unsigned n = 0; n < sizeof(Packed) / sizeof(D); ++n) c += static_cast<Packed>(value(n));
            return c;
        } else if constexpr (result == PackedResult::saturating) {
            return of_each_part<D>([&](unsigned n) { return clamped<D>(value(n)); });
        } else {
            return of_each_part<D>(value);
        }
    });
}

/// `make.operator()<Part>()` for a signed or unsigned Part, according to the @p n-th type.
template <class Signed, class Make> Handlers for_part(const Decoding& decoding, std::size_t n, Make make) {
    return decoding.type(n) == ptx::Word::s32 ? make.template operator()<Signed>()
                                              : make.template operator()<std::make_unsigned_t<Signed>>();
}

/// The signedness of the result only matters with saturation.
template <class F, class Part> Handlers select_video(const Decoding& decoding) {
    using enum PackedResult;
    return for_part<Part>(decoding, 1, [&]<class A>() {
        return for_part<Part>(decoding, 2, [&]<class B>() {
            if (decoding.has(ptx::Word::add)) return video<F, added, Part, A, B>();
            if (!decoding.has(ptx::Word::sat)) return video<F, wrapping, Part, A, B>();
            return for_part<Part>(decoding, 0, []<class D>() { return video<F, saturating, D, A, B>(); });
        });
    });
}

template <class F, class Part> Handlers select_tested_parts(const Decoding& decoding) {
    using enum PackedResult;
    return for_part<Part>(decoding, 0, [&]<class A>() {
        return for_part<Part>(decoding, 1, [&]<class B>() {
            return decoding.has(ptx::Word::add) ? video<PartTest<F>, added, Part, A, B>()
                                                : video<PartTest<F>, wrapping, Part, A, B>();
        });
    });
}

template <class Part> Handlers select_video_test(const Decoding& decoding) {
    using enum ptx::Word;
    if (decoding.has(eq)) return select_tested_parts<std::equal_to<>, Part>(decoding);
    if (decoding.has(ne)) return select_tested_parts<std::not_equal_to<>, Part>(decoding);
    if (decoding.has(lt)) return select_tested_parts<std::less<>, Part>(decoding);
    if (decoding.has(le)) return select_tested_parts<std::less_equal<>, Part>(decoding);
    if (decoding.has(gt)) return select_tested_parts<std::greater<>, Part>(decoding);
    return select_tested_parts<std::greater_equal<>, Part>(decoding);
}

template <class F> Handlers select_pair(const Decoding& decoding) {
    return with_flag(decoding.type() == ptx::Word::s16x2, []<bool is_signed>() {
        using Part = std::conditional_t<is_signed, std::int16_t, std::uint16_t>;
        return elementwise<Packed, Packed, Packed>([](Packed a, Packed b) {
            return of_each_part<Part>(
                [&](unsigned n) { return F::of(packed_part<Part>(a, n), packed_part<Part>(b, n)); });
        });
    });
}

template <class F> Handlers select_without_negative(const Decoding& decoding) {
    if (decoding.type() == ptx::Word::s32)
        return elementwise<std::int32_t, std::int32_t, std::int32_t>(
            [](std::int32_t a, std::int32_t b) { return std::max(0, F::of(a, b)); });
    return elementwise<Packed, Packed, Packed>([](Packed a, Packed b) {
        return of_each_part<std::int16_t>([&](unsigned n) {
            return std::max(0, F::of(packed_part<std::int16_t>(a, n), packed_part<std::int16_t>(b, n)));
        });
    });
}

/// Packs two numbers, each clamped to the range of Part; a is the upper one.
template <class Part> Packed pair_of(std::int32_t a, std::int32_t b) {
    using Bits = std::make_unsigned_t<Part>;
    return Packed{static_cast<Bits>(clamped<Part>(a))} << width<Part> | static_cast<Bits>(clamped<Part>(b));
}

template <class Part> Handlers pack_halves() {
    return elementwise<Packed, std::int32_t, std::int32_t>(
        [](std::int32_t a, std::int32_t b) { return pair_of<Part>(a, b); });
}

template <class Part> Handlers pack_bytes() {
    return elementwise<Packed, std::int32_t, std::int32_t, Packed>(
        [](std::int32_t a, std::int32_t b, Packed c) { return c << 2 * width<Part> | pair_of<Part>(a, b); });
}

} // namespace

Handlers select_cvt_pack_halves(const Decoding& decoding) {
    return decoding.type() == ptx::Word::s16 ? pack_halves<std::int16_t>() : pack_halves<std::uint16_t>();
}
Handlers select_cvt_pack_bytes(const Decoding& decoding) {
    return decoding.type() == ptx::Word::s8 ? pack_bytes<std::int8_t>() : pack_bytes<std::uint8_t>();
}

Handlers select_add_pair(const Decoding& decoding) { return select_pair<PartSum>(decoding); }
Handlers select_min_pair(const Decoding& decoding) { return select_pair<PartMin>(decoding); }
Handlers select_max_pair(const Decoding& decoding) { return select_pair<PartMax>(decoding); }
Handlers select_min_relu(const Decoding& decoding) { return select_without_negative<PartMin>(decoding); }
Handlers select_max_relu(const Decoding& decoding) { return select_without_negative<PartMax>(decoding); }

Handlers select_vadd2(const Decoding& decoding) { return select_video<PartSum, std::int16_t>(decoding); }
Handlers select_vadd4(const Decoding& decoding) { return select_video<PartSum, std::int8_t>(decoding); }
Handlers select_vsub2(const Decoding& decoding) {
    return select_video<PartDifference, std::int16_t>(decoding);
}
Handlers select_vsub4(const Decoding& decoding) {
    return select_video<PartDifference, std::int8_t>(decoding);
}
Handlers select_vavrg2(const Decoding& decoding) { return select_video<PartAverage, std::int16_t>(decoding); }
Handlers select_vavrg4(const Decoding& decoding) { return select_video<PartAverage, std::int8_t>(decoding); }
Handlers select_vabsdiff2(const Decoding& decoding) {
    return select_video<PartDistance, std::int16_t>(decoding);
}
Handlers select_vabsdiff4(const Decoding& decoding) {
    return select_video<PartDistance, std::int8_t>(decoding);
}
Handlers select_vmin2(const Decoding& decoding) { return select_video<PartMin, std::int16_t>(decoding); }
Handlers select_vmin4(const Decoding& decoding) { return select_video<PartMin, std::int8_t>(decoding); }
Handlers select_vmax2(const Decoding& decoding) { return select_video<PartMax, std::int16_t>(decoding); }
Handlers select_vmax4(const Decoding& decoding) { return select_video<PartMax, std::int8_t>(decoding); }
Handlers select_vset2(const Decoding& decoding) { return select_video_test<std::int16_t>(decoding); }
Handlers select_vset4(const Decoding& decoding) { return select_video_test<std::int8_t>(decoding); }

} // namespace simulator
