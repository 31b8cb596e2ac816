#include "machine/handlers/elementwise.h"
#include "machine/handlers/integer_types.h"

// Sums with a carry from one instruction to the next, for multi-word integers.

namespace simulator {

namespace {

/// `d = F(carry, a, b, ...)`, where F returns one more bit than T has: the carry.
template <class F, class T, bool takes_carry, bool keeps_carry, int count> struct Carrying {
    static const Op* run(Warp& warp, const Op* op, Mask mask) {
        std::byte* result = warp.lanes(op->slots[0]);
        const std::byte* a = warp.lanes(op->slots[1]);
        const std::byte* b = warp.lanes(op->slots[2]);
        Mask carry = 0;
        for (int lane = 0; lane < warp_size; ++lane) {
            const T carried = takes_carry ? warp.carry >> lane & 1 : 0;
            Twice<T> value;
            if constexpr (count == 2)
                value = F{}(carried, read_lane<T>(a, lane), read_lane<T>(b, lane));
            else
                value = F{}(carried, read_lane<T>(a, lane), read_lane<T>(b, lane),
                            read_lane<T>(warp.lanes(op->slots[3]), lane));
            write_lane<false, T>(result, lane, static_cast<T>(value), mask);
            carry |= static_cast<Mask>(value >> width<T> & 1) << lane;
        }
        if constexpr (keeps_carry) warp.carry = (warp.carry & ~mask) | (carry & mask);
        return op + 1;
    }
};

/// Returns the handlers for the given use of the carry flag.
template <class T, bool takes_carry, int count, class F> Handlers carrying(const Decoding& decoding, F) {
    if (decoding.has(ptx::Word::cc))
        return {&Carrying<F, T, takes_carry, true, count>::run,
                &Carrying<F, T, takes_carry, true, count>::run};
    return {&Carrying<F, T, takes_carry, false, count>::run, &Carrying<F, T, takes_carry, false, count>::run};
}

/// `make.operator()<T>()` with an unsigned T of the type's width, because carry and borrow are unsigned.
template <class Make> Handlers for_unsigned(const Decoding& decoding, Make make) {
    return ptx::bytes_of(decoding.type()) == 8 ? make.template operator()<std::uint64_t>()
                                               : make.template operator()<std::uint32_t>();
}

template <bool takes_carry> Handlers select_sum(const Decoding& decoding) {
    return for_unsigned(decoding, [&]<class T>() {
        return carrying<T, takes_carry, 2>(decoding,
                                           [](T carry, T a, T b) { return Twice<T>{a} + b + carry; });
    });
}

// A difference is the sum with the complement, plus 1 instead of a carry that it does not read. So sums and
// differences share one flag: after a difference it means that nothing was borrowed.
template <bool takes_carry> Handlers select_difference(const Decoding& decoding) {
    return for_unsigned(decoding, [&]<class T>() {
        return carrying<T, takes_carry, 2>(decoding, [](T carry, T a, T b) {
            return Twice<T>{a} + static_cast<T>(~b) + (takes_carry ? carry : T{1});
        });
    });
}

template <bool takes_carry> Handlers select_product(const Decoding& decoding) {
    const bool is_signed = ptx::kind_of(decoding.type()) == ptx::TypeKind::signed_integer;
    return for_unsigned(decoding, [&]<class T>() {
        using Signed = std::make_signed_t<T>;
        if (decoding.has(ptx::Word::lo))
            return carrying<T, takes_carry, 3>(decoding, [](T carry, T a, T b, T c) {
                return Twice<T>{low_product(a, b)} + c + carry;
            });
        if (is_signed)
            return carrying<T, takes_carry, 3>(decoding, [](T carry, T a, T b, T c) {
                const auto half = high_product(static_cast<Signed>(a), static_cast<Signed>(b));
                return Twice<T>{static_cast<T>(half)} + c + carry;
            });
        return carrying<T, takes_carry, 3>(decoding, [](T carry, T a, T b, T c) {
            return Twice<T>{high_product(a, b)} + c + carry;
        });
    });
}

} // namespace

Handlers select_add_carry(const Decoding& decoding) { return select_sum<false>(decoding); }
Handlers select_addc(const Decoding& decoding) { return select_sum<true>(decoding); }
Handlers select_sub_carry(const Decoding& decoding) { return select_difference<false>(decoding); }
Handlers select_subc(const Decoding& decoding) { return select_difference<true>(decoding); }
Handlers select_mad_carry(const Decoding& decoding) { return select_product<false>(decoding); }
Handlers select_madc(const Decoding& decoding) { return select_product<true>(decoding); }

} // namespace simulator
