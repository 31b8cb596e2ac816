#include <bit>

#include "machine/handlers/elementwise.h"
#include "machine/handlers/integer_types.h"

// Bits: logic, counting, reversing. Also logic on predicates, where one word holds all lanes.

namespace simulator {

namespace {

/// `p = F(q, r)` for predicates.
template <class F> const Op* combine_predicates(Warp& warp, const Op* op, Mask mask) {
    warp.set_predicate(op->slots[0], mask, F{}(warp.predicate(op, 1), warp.predicate(op, 2)));
    return op + 1;
}

/// `d = f(a, b)` for a bit type, or for predicates.
template <class F> Handlers logic(const Decoding& decoding, F) {
    if (decoding.type() == ptx::Word::pred) return {&combine_predicates<F>, &combine_predicates<F>};
    return for_width(decoding.type(), []<class T>() {
        return elementwise<T, T, T>([](T a, T b) { return static_cast<T>(F{}(a, b)); });
    });
}

const Op* negate_predicate(Warp& warp, const Op* op, Mask mask) {
    warp.set_predicate(op->slots[0], mask, ~warp.predicate(op, 1));
    return op + 1;
}

/// `d = f(a)` where d is a 32-bit value regardless of the width of a.
template <class F> Handlers count(const Decoding& decoding, F) {
    if (ptx::bytes_of(decoding.type()) == 8) return elementwise<std::uint32_t, std::uint64_t>(F{});
    return elementwise<std::uint32_t, std::uint32_t>(F{});
}

/// Reverses the bits: swaps adjacent bits, then pairs, and so on.
template <class T> T reversed(T bits) {
    for (unsigned step = 1; step < width<T>; step *= 2) {
        const T lower = static_cast<T>(~T{0}) / static_cast<T>((T{1} << step) + 1);
        bits = static_cast<T>((bits >> step & lower) | (bits & lower) << step);
    }
    return bits;
}

/// Returns the position of the highest bit that differs from the sign, or all ones if there is none.
template <class T> std::uint32_t highest_bit(T value) {
    using U = Unsigned<T>;
    const auto bits = static_cast<U>(value < 0 ? ~value : value);
    return width<T> - 1 - static_cast<std::uint32_t>(std::countl_zero(bits));
}

/// Returns the position of the @p nth set bit of @p bits from @p base on: upwards for 1, 2, ..., downwards
/// for -1, -2, ...
std::uint32_t find_nth_set(std::uint32_t bits, std::uint32_t base, std::int32_t nth) {
    constexpr std::uint32_t not_found = ~0U;
    if (base >= 32) return not_found;
    if (nth == 0) return (bits >> base & 1) != 0 ? base : not_found;
    const int step = nth > 0 ? 1 : -1;
    std::int64_t left = nth > 0 ? nth : -std::int64_t{nth};
    for (int place = static_cast<int>(base); place >= 0 && place < 32; place += step)
        if ((bits >> place & 1) != 0 && --left == 0) return static_cast<std::uint32_t>(place);
    return not_found;
}

} // namespace

Handlers select_and_bits(const Decoding& decoding) {
    return logic(decoding, [](auto a, auto b) { return a & b; });
}
Handlers select_or_bits(const Decoding& decoding) {
    return logic(decoding, [](auto a, auto b) { return a | b; });
}
Handlers select_xor_bits(const Decoding& decoding) {
    return logic(decoding, [](auto a, auto b) { return a ^ b; });
}

Handlers select_not_bits(const Decoding& decoding) {
    if (decoding.type() == ptx::Word::pred) return {&negate_predicate, &negate_predicate};
    return for_width(decoding.type(),
                     []<class T>() { return elementwise<T, T>([](T a) { return static_cast<T>(~a); }); });
}

Handlers select_cnot(const Decoding& decoding) {
    return for_width(decoding.type(),
                     []<class T>() { return elementwise<T, T>([](T a) { return static_cast<T>(a == 0); }); });
}

Handlers select_lop3(const Decoding&) {
    using T = std::uint32_t;
    return elementwise<T, T, T, T, T>([](T a, T b, T c, T table) {
        // Truth-table lookup: the three bits form the index of a bit in the table.
        T result = 0;
        for (unsigned row = 0; row < 8; ++row) {
            const T here = ((row & 4) != 0 ? a : ~a) & ((row & 2) != 0 ? b : ~b) & ((row & 1) != 0 ? c : ~c);
            result |= here & (T{0} - (table >> row & 1));
        }
        return result;
    });
}

Handlers select_popc(const Decoding& decoding) {
    return count(decoding, [](auto a) { return static_cast<std::uint32_t>(std::popcount(a)); });
}

Handlers select_clz(const Decoding& decoding) {
    return count(decoding, [](auto a) { return static_cast<std::uint32_t>(std::countl_zero(a)); });
}

Handlers select_brev(const Decoding& decoding) {
    return for_width(decoding.type(),
                     []<class T>() { return elementwise<T, T>([](T a) { return reversed(a); }); });
}

Handlers select_bfind(const Decoding& decoding) {
    return with_flag(decoding.has(ptx::Word::shiftamt), [&]<bool as_shift>() {
        return for_integer(decoding.type(), []<class T>() {
            return elementwise<std::uint32_t, T>([](T a) {
                const std::uint32_t place = highest_bit(a);
                return as_shift && place != ~0U ? width<T> - 1 - place : place;
            });
        });
    });
}

Handlers select_fns(const Decoding&) {
    using T = std::uint32_t;
    return elementwise<T, T, T, std::int32_t>([](T a, T b, std::int32_t c) { return find_nth_set(a, b, c); });
}

} // namespace simulator
