#include "handlers_one_instruction.h"

#include <cmath>

#include <catch2/catch_template_test_macros.hpp>

// Floating-point arithmetic. Rounded to nearest it is what the host's scalar arithmetic gives, which IEEE 754
// defines to the bit; in other roundings the neighbours of the exact result are looked for.

namespace {

using simulator::bits_of;
using simulator::check;
using simulator::the_nan;
using simulator::type_name;

constexpr float smallest_normal = std::numeric_limits<float>::min();

float canonical(float value) { return std::isnan(value) ? the_nan : value; }
float flushed(float value) { return std::fabs(value) < smallest_normal ? std::copysign(0.0F, value) : value; }

// As a double holds it: the product of two floats is exact, and so is telling a tiny result from a normal
// one.
bool is_tiny(double value) {
    const double rounds_up = 0x1p-126 * (1 - 0x1p-25);
    return std::fabs(value) < rounds_up;
}

// A result that is compared as "some NaN" where double precision passes on one of several.
template <class T> bool several_nans(T a, T b, T c = 0) {
    return sizeof(T) == 8 && std::isnan(a) + std::isnan(b) + std::isnan(c) > 1;
}

template <class T> T finished(T value) {
    if constexpr (sizeof(T) == 4)
        return canonical(value);
    else
        return value;
}

} // namespace

TEST_CASE("single precision, rounded to nearest", "[handlers]") {
    check<float, float, float>("add.f32 %d, %a, %b", [](float a, float b) { return canonical(a + b); });
    check<float, float, float>("sub.rn.f32 %d, %a, %b", [](float a, float b) { return canonical(a - b); });
    check<float, float, float>("mul.f32 %d, %a, %b", [](float a, float b) { return canonical(a * b); });
    check<float, float, float, float>("fma.rn.f32 %d, %a, %b, %c",
                                      [](float a, float b, float c) { return canonical(std::fma(a, b, c)); });
    check<float, float, float, float>("mad.rn.f32 %d, %a, %b, %c",
                                      [](float a, float b, float c) { return canonical(std::fma(a, b, c)); });
    check<float, float, float>("div.rn.f32 %d, %a, %b", [](float a, float b) { return canonical(a / b); });
    check<float, float>("rcp.rn.f32 %d, %a", [](float a) { return canonical(1 / a); });
    check<float, float>("sqrt.rn.f32 %d, %a", [](float a) { return canonical(std::sqrt(a)); });
    check<float, float>("abs.f32 %d, %a", [](float a) { return canonical(std::fabs(a)); });
    check<float, float>("neg.f32 %d, %a", [](float a) { return canonical(-a); });
}

TEST_CASE("single precision with subnormals flushed", "[handlers]") {
    // Sums of flushed operands are never subnormal but exact when tiny, so flushing the rounded sum is right.
    check<float, float, float>("add.ftz.f32 %d, %a, %b",
                               [](float a, float b) { return canonical(flushed(flushed(a) + flushed(b))); });
    check<float, float, float>("mul.ftz.f32 %d, %a, %b", [](float a, float b) {
        const double exact = double{flushed(a)} * double{flushed(b)};
        return canonical(is_tiny(exact) ? std::copysign(0.0F, static_cast<float>(exact))
                                        : static_cast<float>(exact));
    });
    check<float, float>("sqrt.rn.ftz.f32 %d, %a", [](float a) { return canonical(std::sqrt(flushed(a))); });
    check<float, float>("abs.ftz.f32 %d, %a", [](float a) { return canonical(flushed(std::fabs(a))); });
    check<float, float>("neg.ftz.f32 %d, %a", [](float a) { return canonical(flushed(-a)); });
}

TEST_CASE("flushing to zero is decided as with an unbounded exponent", "[handlers]") {
    const float just_below = std::bit_cast<float>(0x00ff'ffffU); // twice the largest subnormal and a bit
    const float above_one = 1 + 0x1p-13F;
    const float below_one = 1 - 0x1p-13F;
    const std::vector<simulator::Row> rows = {
        {bits_of(just_below), bits_of(0.5F)}, // exactly half a subnormal's unit below normal
        {bits_of(above_one * 0x1p-63F), bits_of(below_one * 0x1p-63F)}, // 1 - 2^-26: rounds to normal
    };
    simulator::check_rows({"mul.f32 %d, %a, %b", "b32", {"b32", "b32"}}, rows,
                          {bits_of(smallest_normal), bits_of(smallest_normal)});
    simulator::check_rows({"mul.ftz.f32 %d, %a, %b", "b32", {"b32", "b32"}}, rows,
                          {bits_of(0.0F), bits_of(smallest_normal)});
}

TEST_CASE("saturation", "[handlers]") {
    const auto saturated = [](float value) { return value >= 1 ? 1.0F : value > 0 ? value : 0.0F; };
    check<float, float, float>("add.sat.f32 %d, %a, %b", [&](float a, float b) { return saturated(a + b); });
    check<float, float, float>("mul.sat.f32 %d, %a, %b", [&](float a, float b) { return saturated(a * b); });
    check<float, float, float, float>("fma.rn.sat.f32 %d, %a, %b, %c", [&](float a, float b, float c) {
        return saturated(std::fma(a, b, c));
    });
}

TEST_CASE("double precision, rounded to nearest", "[handlers]") {
    // Which of several NaNs is passed on is nobody's promise, so there the operands are numbers but for one.
    const auto check_binary = [](const std::string& text, auto expected) {
        std::vector<simulator::Row> rows;
        std::vector<std::uint64_t> results;
        simulator::for_all_edges<double, double>([&](double a, double b) {
            if (several_nans(a, b)) return;
            rows.push_back({bits_of(a), bits_of(b)});
            results.push_back(bits_of(expected(a, b)));
        });
        simulator::check_rows({text, "b64", {"b64", "b64"}}, rows, results);
    };
    check_binary("add.f64 %d, %a, %b", [](double a, double b) { return a + b; });
    check_binary("sub.f64 %d, %a, %b", [](double a, double b) { return a - b; });
    check_binary("mul.rn.f64 %d, %a, %b", [](double a, double b) { return a * b; });
    check_binary("div.rn.f64 %d, %a, %b", [](double a, double b) { return a / b; });
    check_binary("fma.rn.f64 %d, %a, %b, %a",
                 [](double a, double b) { return std::isnan(a) ? a : std::fma(a, b, a); });
    check<double, double>("rcp.rn.f64 %d, %a", [](double a) { return 1 / a; });
    check<double, double>("sqrt.rn.f64 %d, %a", [](double a) { return std::sqrt(a); });
    check<double, double>("abs.f64 %d, %a", [](double a) { return std::fabs(a); });
    check<double, double>("neg.f64 %d, %a", [](double a) { return -a; });
}

// In the four roundings: the lower and the upper result are the same or neighbours, with the exact one
// between.
TEMPLATE_TEST_CASE("directed rounding brackets the exact result", "[handlers]", float, double) {
    using T = TestType;
    const std::string type = type_name<T>();
    const auto check_operation = [&](const std::string& name, const std::string& operands, auto exact_of) {
        std::vector<simulator::Row> rows;
        std::vector<long double> exact;
        simulator::for_all_edges<T, T>([&](T a, T b) {
            const long double value = exact_of(static_cast<long double>(a), static_cast<long double>(b));
            if (std::isnan(value) || std::isinf(a) || std::isinf(b) || std::isinf(value)) return;
            rows.push_back({bits_of(a), bits_of(b)});
            exact.push_back(value);
        });
        const auto results = [&](const std::string& rounding) {
            const std::string text = name + rounding + type + " " + operands;
            const std::string reg = simulator::register_type<T>();
            return simulator::execute({text, reg, {reg, reg}}, rows, 0xffff'ffff);
        };
        const auto value_of = [](std::uint64_t bits) {
            if constexpr (sizeof(T) == 4)
                return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
            else
                return std::bit_cast<double>(bits);
        };
        const auto down = results(".rm");
        const auto up = results(".rp");
        const auto toward_zero = results(".rz");
        const auto nearest = results(".rn");
        int wrong = 0;
        for (std::size_t n = 0; n < rows.size(); ++n) {
            const T low = value_of(down[n]);
            const T high = value_of(up[n]);
            const bool neighbours = low == high
                                        ? static_cast<long double>(low) == exact[n]
                                        : std::nextafter(low, std::numeric_limits<T>::infinity()) == high;
            const bool between =
                static_cast<long double>(low) <= exact[n] && exact[n] <= static_cast<long double>(high);
            const bool zero =
                toward_zero[n] ==
                    (exact[n] > 0 || (exact[n] == 0 && !std::signbit(high)) ? down[n] : up[n]) ||
                (low == high && exact[n] == 0);
            const bool near = nearest[n] == down[n] || nearest[n] == up[n];
            if (!neighbours || !between || !zero || !near) ++wrong;
        }
        INFO(name << type);
        CHECK(wrong == 0);
    };
    using X = long double;
    check_operation("mul", "%d, %a, %b", [](X a, X b) { return a * b; });
    check_operation("div", "%d, %a, %b", [](X a, X b) { return a / b; });
    check_operation("rcp", "%d, %b", [](X, X b) { return 1 / b; });
    check_operation("sqrt", "%d, %b", [](X, X b) { return std::sqrt(b); });
    check_operation("fma", "%d, %a, %b, 0f00000000", [](X a, X b) { return a * b; });
    // Sums that long double holds: of operands that are not too far apart.
    check_operation("add", "%d, %a, %b",
                    [](X a, X b) { return (a + b) - a == b && (a + b) - b == a ? a + b : NAN; });
    check_operation("sub", "%d, %a, %b",
                    [](X a, X b) { return (a - b) + b == a && a - (a - b) == b ? a - b : NAN; });
}

TEST_CASE("directed rounding far from a tie", "[handlers]") {
    const std::vector<simulator::Row> rows = {{bits_of(1.0F), bits_of(1e-38F)},
                                              {bits_of(-1.0F), bits_of(-1e-38F)},
                                              {bits_of(1.0F), bits_of(-1.0F)},
                                              {bits_of(1e-45F), bits_of(0.0F)}};
    const float more = std::nextafter(1.0F, 2.0F);
    const auto check_sum = [&](const std::string& rounding, std::vector<float> expected) {
        std::vector<std::uint64_t> bits;
        for (const float value : expected) bits.push_back(bits_of(value));
        simulator::check_rows({"add" + rounding + ".f32 %d, %a, %b", "b32", {"b32", "b32"}}, rows, bits);
    };
    check_sum(".rn", {1, -1, 0, 1e-45F});
    check_sum(".rz", {1, -1, 0, 1e-45F});
    check_sum(".rm", {1, -more, -0.0F, 1e-45F});
    check_sum(".rp", {more, -1, 0, 1e-45F});
}

TEMPLATE_TEST_CASE("min and max order signed zeros and treat NaNs as PTX does", "[handlers]", float, double) {
    using T = TestType;
    const std::string type = type_name<T>();
    const auto chosen = [](T a, T b, bool largest) {
        if (std::isnan(a)) return std::isnan(b) ? finished(b) : b;
        if (std::isnan(b)) return a;
        if (a == b) return std::signbit(a) == largest ? b : a;
        return (a < b) == largest ? b : a;
    };
    check<T, T, T>("min" + type + " %d, %a, %b", [&](T a, T b) { return chosen(a, b, false); });
    check<T, T, T>("max" + type + " %d, %a, %b", [&](T a, T b) { return chosen(a, b, true); });
    if constexpr (sizeof(T) == 4) {
        const auto passing = [&](T a, T b, bool largest) {
            return std::isnan(a) || std::isnan(b) ? the_nan : chosen(a, b, largest);
        };
        check<T, T, T>("min.NaN.f32 %d, %a, %b", [&](T a, T b) { return passing(a, b, false); });
        check<T, T, T>("max.NaN.f32 %d, %a, %b", [&](T a, T b) { return passing(a, b, true); });
        check<T, T, T>("max.ftz.f32 %d, %a, %b",
                       [&](T a, T b) { return chosen(flushed(a), flushed(b), true); });
        check<T, T, T>("min.ftz.NaN.f32 %d, %a, %b",
                       [&](T a, T b) { return passing(flushed(a), flushed(b), false); });
        check<T, T, T>("min.xorsign.abs.f32 %d, %a, %b", [&](T a, T b) {
            const T result = chosen(std::fabs(a), std::fabs(b), false);
            if (std::isnan(result)) return the_nan;
            return std::copysign(result, std::signbit(a) == std::signbit(b) ? T(1) : T(-1));
        });
    }
}

TEMPLATE_TEST_CASE("testp classifies numbers with zero as normal and copysign copies the sign", "[handlers]",
                   float, double) {
    using T = TestType;
    const std::string type = type_name<T>();
    const auto check_kind = [&](const std::string& kind, auto expected) {
        check<bool, T>("testp." + kind + type + " %p, %a", expected);
    };
    check_kind("finite", [](T a) { return std::isfinite(a); });
    check_kind("infinite", [](T a) { return std::isinf(a); });
    check_kind("number", [](T a) { return !std::isnan(a); });
    check_kind("notanumber", [](T a) { return std::isnan(a); });
    // A GPU counts zero among the normal numbers.
    check_kind("normal", [](T a) { return std::fpclassify(a) == FP_NORMAL || a == 0; });
    check_kind("subnormal", [](T a) { return std::fpclassify(a) == FP_SUBNORMAL; });
    check<T, T, T>("copysign" + type + " %d, %a, %b", [](T a, T b) { return std::copysign(b, a); });
}
