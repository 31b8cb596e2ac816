#include "handlers_half.h"

#include <functional>

#include <catch2/catch_test_macros.hpp>

// Comparisons in half precision: predicates and words, of single numbers and of pairs.

namespace reference = half_reference;
using simulator::combinations;
using simulator::Half;
using simulator::pair_of;
using simulator::Row;

namespace {

struct Comparison {
    std::string name;
    std::function<bool(double, double)> holds;
};

const std::vector<Comparison>& comparisons() {
    static const auto unordered = [](double a, double b) { return std::isnan(a) || std::isnan(b); };
    static const std::vector<Comparison> list = {
        {"eq", [](double a, double b) { return a == b; }},
        {"ne", [](double a, double b) { return !unordered(a, b) && a != b; }},
        {"lt", [](double a, double b) { return a < b; }},
        {"le", [](double a, double b) { return a <= b; }},
        {"gt", [](double a, double b) { return a > b; }},
        {"ge", [](double a, double b) { return a >= b; }},
        {"equ", [](double a, double b) { return unordered(a, b) || a == b; }},
        {"neu", [](double a, double b) { return a != b; }},
        {"ltu", [](double a, double b) { return unordered(a, b) || a < b; }},
        {"leu", [](double a, double b) { return unordered(a, b) || a <= b; }},
        {"gtu", [](double a, double b) { return unordered(a, b) || a > b; }},
        {"geu", [](double a, double b) { return unordered(a, b) || a >= b; }},
        {"num", [](double a, double b) { return !unordered(a, b); }},
        {"nan", unordered},
    };
    return list;
}

} // namespace

TEST_CASE("comparisons of halves", "[handlers][half]") {
    for (const auto& [format, type] : simulator::half_formats) {
        const auto two = combinations(format, 2);
        for (const auto& [name, holds] : comparisons()) {
            const auto result = [&, &holds = holds](Half when_true) {
                return [&, when_true](const std::vector<Half>& x) {
                    const bool yes =
                        holds(reference::value_of(format, x[0]), reference::value_of(format, x[1]));
                    return static_cast<Half>(yes ? when_true : 0);
                };
            };
            simulator::check_halves("set." + name + "##", type, two, result(format.one()));
            // The predicates of both numbers, as ones in both halves.
            const std::string text = "setp." + name + type +
                                     "x2 %p|%p2, %a, %b;\n@%on selp.u32 %d, 1, 0, %p;\n"
                                     "@%on selp.u32 %d2, 0x10000, 0, %p2;\n@%on or.b32 %d, %d, %d2";
            std::vector<Row> rows;
            std::vector<std::uint64_t> ones;
            std::vector<std::uint64_t> all_ones;
            for (std::size_t n = 0; n + 1 < two.size(); ++n) {
                rows.push_back({pair_of(two[n][0], two[n + 1][0]), pair_of(two[n][1], two[n + 1][1])});
                ones.push_back(pair_of(result(1)(two[n]), result(1)(two[n + 1])));
                all_ones.push_back(pair_of(result(0xffff)(two[n]), result(0xffff)(two[n + 1])));
            }
            simulator::check_rows({text, "b32", {"b32", "b32"}}, rows, ones);
            simulator::check_rows({"set." + name + ".u32" + type + "x2 %d, %a, %b", "b32", {"b32", "b32"}},
                                  rows, all_ones);
        }
    }
}

TEST_CASE("comparisons of single halves", "[handlers][half]") {
    for (const auto& [format, type] : simulator::half_formats) {
        std::vector<Row> rows;
        std::vector<std::uint64_t> less;
        std::vector<std::uint64_t> not_less;
        for (const auto& x : combinations(format, 2)) {
            const bool holds = reference::value_of(format, x[0]) < reference::value_of(format, x[1]);
            rows.push_back({x[0], x[1]});
            less.push_back(holds ? 1 : 0);
            not_less.push_back(holds ? 0 : 1);
        }
        simulator::check_rows({"setp.lt" + type + " %p, %a, %b", "pred", {"b16", "b16"}}, rows, less);
        simulator::check_rows({"setp.geu" + type + " %p, %a, %b", "pred", {"b16", "b16"}}, rows, not_less);
        for (std::uint64_t& result : less) result *= 0xffff'ffff;
        simulator::check_rows({"set.lt.s32" + type + " %d, %a, %b", "b32", {"b16", "b16"}}, rows, less);
        simulator::check_rows({"set.lt.u16" + type + " %d, %a, %b", "b16", {"b16", "b16"}}, rows, less);
    }
    // Flushed, subnormal numbers are 0; a predicate turns the result around.
    const std::vector<Row> zeros = {{1, 0x8000, 0}, {1, 0x8000, 1}, {0x0400, 0, 1}};
    simulator::check_rows({"setp.eq.xor.ftz.f16 %p, %a, %b, %q", "pred", {"b16", "b16", "pred"}}, zeros,
                          {1, 0, 1});
    simulator::check_rows({"set.eq.xor.f16.f16 %d, %a, %b, %q", "b16", {"b16", "b16", "pred"}}, zeros,
                          {0, 0x3c00, 0x3c00});
}
