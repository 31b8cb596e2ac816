#include "machine/handlers/convert.h"

#include <limits>
#include <utility>

#include "machine/handlers/two_stage_conversion.h"

// cvt: selection of handlers, and conversions between integers.

namespace simulator {

bool is_widened(const Decoding& decoding, std::size_t n) {
    return decoding.instruction.operands[n].kind == ptx::Operand::Kind::reg && decoding.lane_bytes(n) == 8 &&
           ptx::bytes_of(decoding.type(n)) < 8;
}

namespace {

bool is_floating(ptx::Word type) { return ptx::kind_of(type) == ptx::TypeKind::floating; }

/// Type of a T in its register: a widened one is extended when it is written.
template <class T, bool widened> using RegisterType =
    std::conditional_t<!widened, T, std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

/// A 64-bit integer, signed if From is.
template <class From> using Extended =
    std::conditional_t<std::is_signed_v<From>, std::int64_t, std::uint64_t>;
template <class From> struct Extend {
    template <class A> Extended<From> operator()(A a) const { return static_cast<From>(a); }
};
template <class To, class R> struct CutOff {
    template <class A> R operator()(A a) const { return static_cast<To>(a); }
};
template <class To, class R> struct Saturate {
    template <class A> R operator()(A a) const {
        if (std::cmp_less(a, std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
        if (std::cmp_greater(a, std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
        return static_cast<To>(a);
    }
};

template <class To, class From, bool wide_to, bool wide_from> Handlers convert(bool saturate) {
    using R = RegisterType<To, wide_to>;
    using A = RegisterType<From, wide_from>;
    using Intermediate = Extended<From>;
    if (saturate) return two_stage_conversion<R, Intermediate, A, Extend<From>, Saturate<To, R>>();
    // Common in index computations.
    if constexpr (sizeof(To) >= 4 && sizeof(From) >= 4 && !wide_to && !wide_from)
        return elementwise<To, From>([](From a) { return static_cast<To>(a); });
    else
        return two_stage_conversion<R, Intermediate, A, Extend<From>, CutOff<To, R>>();
}

/// `make.operator()<widened>()`, never with true for a type without a wider register.
template <class T, class Make> Handlers with_widening(bool widened, Make make) {
    if constexpr (sizeof(T) == 8)
        return make.template operator()<false>();
    else
        return with_flag(widened, make);
}

} // namespace

Handlers select_integer_to_integer(const Decoding& decoding) {
    const bool saturate = decoding.has(ptx::Word::sat);
    return for_integer(decoding.type(0), [&]<class To>() {
        return for_integer(decoding.type(1), [&]<class From>() {
            return with_widening<To>(is_widened(decoding, 0), [&]<bool wide_to>() {
                return with_widening<From>(is_widened(decoding, 1), [saturate]<bool wide_from>() {
                    return convert<To, From, wide_to, wide_from>(saturate);
                });
            });
        });
    });
}

Handlers select_cvt(const Decoding& decoding) {
    const bool to_float = is_floating(decoding.type(0));
    const bool from_float = is_floating(decoding.type(1));
    if (!to_float && !from_float) return select_integer_to_integer(decoding);
    if (is_widened(decoding, 0) || is_widened(decoding, 1)) return {};
    if (ptx::is_half(decoding.type(0)) || ptx::is_half(decoding.type(1)))
        return select_half_conversion(decoding);
    if (!from_float) return select_integer_to_float(decoding);
    return to_float ? select_float_to_float(decoding) : select_float_to_integer(decoding);
}

} // namespace simulator
