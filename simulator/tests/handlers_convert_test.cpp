#include "handlers_one_instruction.h"

#include <cmath>

#include <catch2/catch_template_test_macros.hpp>

// Conversions, against long double, which holds every whole number and every float and double.

namespace {

using simulator::check;
using simulator::for_integers;
using simulator::the_nan;
using simulator::type_name;

template <class To> To clamped(long double value) {
    if (value <= static_cast<long double>(std::numeric_limits<To>::min()))
        return std::numeric_limits<To>::min();
    if (value >= static_cast<long double>(std::numeric_limits<To>::max()))
        return std::numeric_limits<To>::max();
    return static_cast<To>(value);
}

// An 8-bit result in a 16-bit register is extended.
template <class To> using RegisterType =
    std::conditional_t<sizeof(To) == 1, std::conditional_t<std::is_signed_v<To>, std::int16_t, std::uint16_t>,
                       To>;
// And an 8-bit operand lies in the lower half of one, below bits that mean nothing.
template <class From> using Given = std::conditional_t<sizeof(From) == 1, std::uint16_t, From>;

// `value` in the precision of To, rounded in one direction: the nearest one, or its neighbour.
template <class To> To rounded(long double value, const std::string& rounding) {
    const auto nearest = static_cast<To>(value);
    const bool above = static_cast<long double>(nearest) > value;
    const bool below = static_cast<long double>(nearest) < value;
    const bool down = rounding == ".rm" || (rounding == ".rz" && value > 0);
    const bool up = rounding == ".rp" || (rounding == ".rz" && value < 0);
    if (above && down) return std::nextafter(nearest, -std::numeric_limits<To>::infinity());
    if (below && up) return std::nextafter(nearest, std::numeric_limits<To>::infinity());
    return nearest;
}

long double integral(long double value, const std::string& rounding) {
    if (rounding == ".rni") return std::nearbyint(value);
    if (rounding == ".rzi") return std::trunc(value);
    return rounding == ".rmi" ? std::floor(value) : std::ceil(value);
}

} // namespace

TEST_CASE("integers are converted to integers", "[handlers]") {
    for_integers([]<class To>() {
        for_integers([]<class From>() {
            const std::string types = type_name<To>() + type_name<From>() + " %d, %a";
            check<RegisterType<To>, Given<From>>("cvt" + types, [](Given<From> a) {
                return static_cast<To>(static_cast<From>(a));
            });
            check<RegisterType<To>, Given<From>>("cvt.sat" + types, [](Given<From> a) {
                return clamped<To>(static_cast<long double>(static_cast<From>(a)));
            });
        });
    });
}

TEST_CASE("cvt reads the low bits of a wider register and extends its result to the register", "[handlers]") {
    using Long = std::uint64_t;
    check<Long, Long>("cvt.s64.s32 %d, %a",
                      [](Long a) { return std::int64_t{static_cast<std::int32_t>(a)}; });
    check<Long, Long>("cvt.s64.s8 %d, %a", [](Long a) { return std::int64_t{static_cast<std::int8_t>(a)}; });
    check<Long, Long>("cvt.u64.u16 %d, %a", [](Long a) { return a & 0xffff; });
    check<Long, std::uint32_t>("cvt.s32.s16 %d, %a",
                               [](std::uint32_t a) { return std::int64_t{static_cast<std::int16_t>(a)}; });
    check<Long, std::uint32_t>("cvt.u16.u32 %d, %a", [](std::uint32_t a) { return Long{a & 0xffff}; });
    check<std::uint32_t, std::uint32_t>("cvt.s32.s8 %d, %a",
                                        [](std::uint32_t a) { return static_cast<std::int8_t>(a); });
}

TEMPLATE_TEST_CASE("integers are converted to floating-point numbers", "[handlers]", float, double) {
    using To = TestType;
    for_integers([]<class From>() {
        const std::string types = type_name<To>() + type_name<From>() + " %d, %a";
        for (const std::string rounding : {".rn", ".rz", ".rm", ".rp"})
            check<To, Given<From>>("cvt" + rounding + types, [&](Given<From> a) {
                return rounded<To>(static_cast<long double>(static_cast<From>(a)), rounding);
            });
        check<To, Given<From>>("cvt.rn.sat" + types,
                               [](Given<From> a) { return static_cast<From>(a) > 0 ? To(1) : To(0); });
    });
}

TEMPLATE_TEST_CASE("floating-point numbers are converted to integers", "[handlers]", float, double) {
    using From = TestType;
    for_integers([]<class To>() {
        const auto of_nan = [] {
            if (sizeof(From) == 4 && sizeof(To) < 8) return To{0};
            return static_cast<To>(std::uint64_t{1} << (8 * sizeof(To) - 1));
        };
        for (const std::string rounding : {".rni", ".rzi", ".rmi", ".rpi"}) {
            check<RegisterType<To>, From>("cvt" + rounding + type_name<To>() + type_name<From>() + " %d, %a",
                                          [&](From a) {
                                              return std::isnan(a) ? of_nan()
                                                                   : clamped<To>(integral(a, rounding));
                                          });
            if (sizeof(From) == 4)
                check<RegisterType<To>, From>(
                    "cvt" + rounding + ".ftz" + type_name<To>() + ".f32 %d, %a", [&](From a) {
                        const bool tiny = std::fabs(a) < std::numeric_limits<From>::min();
                        return std::isnan(a) ? of_nan() : clamped<To>(integral(tiny ? From(0) : a, rounding));
                    });
        }
    });
}

TEST_CASE("between single and double precision", "[handlers]") {
    check<double, float>("cvt.f64.f32 %d, %a", [](float a) { return double{a}; });
    check<double, float>("cvt.ftz.f64.f32 %d, %a", [](float a) {
        if (std::isnan(a)) return double{the_nan};
        return double{std::fabs(a) < std::numeric_limits<float>::min() ? std::copysign(0.0F, a) : a};
    });
    for (const std::string rounding : {".rn", ".rz", ".rm", ".rp"}) {
        check<float, double>("cvt" + rounding + ".f32.f64 %d, %a",
                             [&](double a) { return rounded<float>(a, rounding); });
        check<float, double>("cvt" + rounding + ".ftz.f32.f64 %d, %a", [&](double a) {
            return std::fabs(a) < 0x1p-126 ? std::copysign(0.0F, static_cast<float>(a))
                                           : rounded<float>(a, rounding);
        });
    }
    check<float, double>("cvt.rn.sat.f32.f64 %d, %a", [](double a) {
        return a >= 1 ? 1.0F : a > 0 ? static_cast<float>(a) : 0.0F;
    });
}

TEMPLATE_TEST_CASE("cvt with integer rounding rounds a floating-point number to an integral value",
                   "[handlers]", float, double) {
    using T = TestType;
    const auto finished = [](T value) {
        return sizeof(T) == 4 && std::isnan(value) ? static_cast<T>(the_nan) : value;
    };
    for (const std::string rounding : {".rni", ".rzi", ".rmi", ".rpi"}) {
        const std::string types = type_name<T>() + type_name<T>() + " %d, %a";
        check<T, T>("cvt" + rounding + types,
                    [&](T a) { return finished(static_cast<T>(integral(a, rounding))); });
        check<T, T>("cvt" + rounding + ".sat" + types, [&](T a) {
            const auto value = static_cast<T>(integral(a, rounding));
            return value >= 1 ? T(1) : T(0);
        });
    }
    check<T, T>("cvt" + type_name<T>() + type_name<T>() + " %d, %a", [](T a) { return a; });
    check<T, T>("cvt.sat" + type_name<T>() + type_name<T>() + " %d, %a", [](T a) {
        return a >= 1 ? T(1) : a > 0 ? a : T(0);
    });
}
