#include "handlers_one_instruction.h"

#include <cmath>
#include <functional>

#include <catch2/catch_template_test_macros.hpp>

// Comparisons, choices, moves.

namespace {

using simulator::check;
using simulator::type_name;
using U = std::uint32_t;

// How two values stand to each other.
enum class Order { less, equal, greater, unordered };
template <class T> Order order_of(T a, T b) {
    if (a != a || b != b) return Order::unordered;
    return a < b ? Order::less : a > b ? Order::greater : Order::equal;
}

// Every comparison by the orders in which it holds.
struct OrderTest {
    const char* name;
    bool less, equal, greater, unordered;

    bool holds(Order order) const {
        switch (order) {
            case Order::less: return less;
            case Order::equal: return equal;
            case Order::greater: return greater;
            case Order::unordered: return unordered;
        }
        return false;
    }
};
const OrderTest simple[] = {{"eq", 0, 1, 0, 0}, {"ne", 1, 0, 1, 0}, {"lt", 1, 0, 0, 0},
                            {"le", 1, 1, 0, 0}, {"gt", 0, 0, 1, 0}, {"ge", 0, 1, 1, 0}};
const OrderTest without_sign[] = {{"lo", 1, 0, 0, 0},
                                  {"ls", 1, 1, 0, 0},
                                  {"hi", 0, 0, 1, 0},
                                  {"hs", 0, 1, 1, 0}};
const OrderTest with_nan[] = {{"equ", 0, 1, 0, 1}, {"neu", 1, 0, 1, 1}, {"ltu", 1, 0, 0, 1},
                              {"leu", 1, 1, 0, 1}, {"gtu", 0, 0, 1, 1}, {"geu", 0, 1, 1, 1},
                              {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1}};

template <class T> void check_comparison(const OrderTest& comparison) {
    const std::string name = std::string(".") + comparison.name + type_name<T>();
    check<bool, T, T>("setp" + name + " %p, %a, %b",
                      [&](T a, T b) { return comparison.holds(order_of(a, b)); });
    check<U, T, T>("set." + std::string(comparison.name) + ".u32" + type_name<T>() + " %d, %a, %b",
                   [&](T a, T b) { return comparison.holds(order_of(a, b)) ? ~U{0} : U{0}; });
}

} // namespace

TEMPLATE_TEST_CASE("integers are compared", "[handlers]", std::uint16_t, std::int16_t, std::uint32_t,
                   std::int32_t, std::uint64_t, std::int64_t) {
    for (const OrderTest& comparison : simple) check_comparison<TestType>(comparison);
    if constexpr (std::is_unsigned_v<TestType>)
        for (const OrderTest& comparison : without_sign) check_comparison<TestType>(comparison);
}

TEMPLATE_TEST_CASE("floating-point numbers compared", "[handlers]", float, double) {
    for (const OrderTest& comparison : simple) check_comparison<TestType>(comparison);
    for (const OrderTest& comparison : with_nan) check_comparison<TestType>(comparison);
}

TEST_CASE("subnormals compared as zeros", "[handlers]") {
    const auto flushed = [](float value) {
        return std::fabs(value) < std::numeric_limits<float>::min() ? 0.0F : value;
    };
    for (const OrderTest& comparison : simple)
        check<bool, float, float>(std::string("setp.") + comparison.name + ".ftz.f32 %p, %a, %b",
                                  [&](float a, float b) {
                                      return comparison.holds(order_of(flushed(a), flushed(b)));
                                  });
}

TEST_CASE("a comparison combined with a predicate, and its complement", "[handlers]") {
    using S = std::int32_t;
    const std::pair<const char*, std::function<bool(bool, bool)>> combinations[] = {
        {"and", [](bool t, bool q) { return t && q; }},
        {"or", [](bool t, bool q) { return t || q; }},
        {"xor", [](bool t, bool q) { return t != q; }}};
    for (const auto& [name, combine] : combinations) {
        const std::string with = std::string("setp.lt.") + name + ".s32 ";
        check<bool, S, S, bool>(with + "%p, %a, %b, %q", [&](S a, S b, bool q) { return combine(a < b, q); });
        check<bool, S, S, bool>(with + "%p, %a, %b, !%q",
                                [&](S a, S b, bool q) { return combine(a < b, !q); });
        // The second result is the complement before it is combined.
        check<bool, S, S, bool>(with + "%p2|%p, %a, %b, %q",
                                [&](S a, S b, bool q) { return combine(!(a < b), q); });
        check<U, S, S, bool>(std::string("set.lt.") + name + ".f32.s32 %d, %a, %b, %q",
                             [&](S a, S b, bool q) { return combine(a < b, q) ? 0x3f80'0000U : 0U; });
    }
    check<bool, S, S>("setp.lt.s32 %p2|%p, %a, %b", [](S a, S b) { return a >= b; });
}

TEMPLATE_TEST_CASE("selp and slct select an operand by a predicate or a sign", "[handlers]", std::uint16_t,
                   std::uint32_t, std::uint64_t) {
    using T = TestType;
    const std::string type = ".b" + std::to_string(8 * sizeof(T));
    check<T, T, T, bool>("selp" + type + " %d, %a, %b, %q", [](T a, T b, bool q) { return q ? a : b; });
    check<T, T, T, bool>("selp" + type + " %d, %a, %b, !%q", [](T a, T b, bool q) { return q ? b : a; });
    check<T, T, T, std::int32_t>("slct" + type + ".s32 %d, %a, %b, %c",
                                 [](T a, T b, std::int32_t c) { return c >= 0 ? a : b; });
    check<T, T, T, float>("slct" + type + ".f32 %d, %a, %b, %c",
                          [](T a, T b, float c) { return c >= 0 ? a : b; });
    check<T, T, T, float>("slct.ftz" + type + ".f32 %d, %a, %b, %c",
                          [](T a, T b, float c) { return c > -std::numeric_limits<float>::min() ? a : b; });
}

TEST_CASE("mov copies registers and predicates and constants", "[handlers]") {
    check<std::uint16_t, std::uint16_t>("mov.b16 %d, %a", [](std::uint16_t a) { return a; });
    check<U, U>("mov.u32 %d, %a", [](U a) { return a; });
    check<float, float>("mov.f32 %d, %a", [](float a) { return a; });
    check<std::uint64_t, std::uint64_t>("mov.b64 %d, %a", [](std::uint64_t a) { return a; });
    check<bool, bool>("mov.pred %p, %q", [](bool q) { return q; });
    check<bool, U>("mov.pred %p, 1", [](U) { return true; });
    check<U, U>("mov.u32 %d, 0x89abcdef", [](U) { return 0x89ab'cdefU; });
    check<std::uint64_t, U>("mov.u64 %d, -2", [](U) { return ~std::uint64_t{1}; });
}

TEST_CASE("vectors packed and taken apart", "[handlers]") {
    using Half = std::uint16_t;
    using Long = std::uint64_t;
    check<Long, U, U>("mov.b64 %d, {%a, %b}", [](U a, U b) { return Long{b} << 32 | a; });
    check<U, Half, Half>("mov.b32 %d, {%a, %b}", [](Half a, Half b) { return U{b} << 16 | a; });
    check<Long, Half, Half, Half, Half>("mov.b64 %d, {%a, %b, %c, %e}", [](Half a, Half b, Half c, Half e) {
        return Long{e} << 48 | Long{c} << 32 | Long{b} << 16 | a;
    });
    check<U, Long>("mov.b64 {%d, %d2}, %a", [](Long a) { return a; });
    check<U, Long>("mov.b64 {_, %d}, %a", [](Long a) { return a >> 32; });
    check<Half, U>("mov.b32 {_, %d}, %a", [](U a) { return a >> 16; });
    check<Half, Long>("mov.b64 {_, _, %d, _}, %a", [](Long a) { return a >> 32; });
}
