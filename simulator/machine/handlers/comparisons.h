#pragma once

/// @file
/// Common parts of comparisons of all types: floating-point comparisons, and the combination of results with
/// predicates.

#include <functional>

#include "machine/handlers/elementwise.h"

namespace simulator {

/// The comparisons without a C++ function object. They are false if an operand is a NaN, their negations
/// true.
struct OrderedNotEqual {
    /// Compares numbers of any type.
    template <class T> bool operator()(T a, T b) const { return a < b || a > b; }
};
/// Returns whether neither operand is a NaN.
struct BothNumbers {
    /// Compares numbers of any type.
    template <class T> bool operator()(T a, T b) const { return a == a && b == b; }
};
/// Negation of F.
template <class F> struct Not {
    /// Compares numbers of any type.
    template <class T> bool operator()(T a, T b) const { return !F{}(a, b); }
};

/// `use.operator()<F>()` for the floating-point comparison that the suffixes name.
template <class Use> Handlers for_float_comparison(const Decoding& decoding, Use use) {
    using enum ptx::Word;
    if (decoding.has(eq)) return use.template operator()<std::equal_to<>>();
    if (decoding.has(ne)) return use.template operator()<OrderedNotEqual>();
    if (decoding.has(lt)) return use.template operator()<std::less<>>();
    if (decoding.has(le)) return use.template operator()<std::less_equal<>>();
    if (decoding.has(gt)) return use.template operator()<std::greater<>>();
    if (decoding.has(ge)) return use.template operator()<std::greater_equal<>>();
    if (decoding.has(equ)) return use.template operator()<Not<OrderedNotEqual>>();
    if (decoding.has(neu)) return use.template operator()<std::not_equal_to<>>();
    if (decoding.has(ltu)) return use.template operator()<Not<std::greater_equal<>>>();
    if (decoding.has(leu)) return use.template operator()<Not<std::greater<>>>();
    if (decoding.has(gtu)) return use.template operator()<Not<std::less_equal<>>>();
    if (decoding.has(geu)) return use.template operator()<Not<std::less<>>>();
    if (decoding.has(num)) return use.template operator()<BothNumbers>();
    return use.template operator()<Not<BothNumbers>>();
}

/// Combination of a comparison's result with a predicate before it is written.
enum class Combination { none, with_and, with_or, with_xor };

/// Combines @p holds with another predicate.
template <Combination combination> Mask combined(Mask holds, Mask with) {
    switch (combination) {
        case Combination::none: return holds;
        case Combination::with_and: return holds & with;
        case Combination::with_or: return holds | with;
        case Combination::with_xor: return holds ^ with;
    }
}

/// `use.operator()<combination>()` for the combination that the suffixes name.
template <class Use> Handlers for_combination(const Decoding& decoding, Use use) {
    using enum ptx::Word;
    if (decoding.has(and_)) return use.template operator()<Combination::with_and>();
    if (decoding.has(or_)) return use.template operator()<Combination::with_or>();
    if (decoding.has(xor_)) return use.template operator()<Combination::with_xor>();
    return use.template operator()<Combination::none>();
}

/// Meaning of the second predicate of `p|q`.
enum class SecondPredicate {
    none,     ///< no second predicate
    opposite, ///< the negation of the first
    upper     ///< the comparison of the upper values of pairs
};

/// Handlers of `p|q = a compared with b`, in the slots 0 to 3, where @p test compares; the predicate to
/// combine with is in slot 4. They serve all comparisons, because few are combined.
Handlers setp_handlers(const Decoding& decoding, LaneTest test, SecondPredicate second);

/// Handlers of `d = a compared with b`, in the slots 0 to 2, where @p test compares; the predicate to combine
/// with is in slot 3. d is @p when_true or 0; with @p pairs this applies to each half.
Handlers set_handlers(const Decoding& decoding, LaneTest test, std::uint32_t when_true, bool pairs);

} // namespace simulator
