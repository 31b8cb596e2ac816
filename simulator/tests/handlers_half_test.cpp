#include "handlers_half.h"

#include <functional>

#include <catch2/catch_test_macros.hpp>

// Half precision: arithmetic, approximate functions, atomics. Each instruction also on pairs, where
// neighbours in a list of operands lie in one register.

namespace reference = half_reference;
using reference::Format;
using simulator::check_halves;
using simulator::combinations;
using simulator::Half;
using simulator::pair_of;
using simulator::Row;

TEST_CASE("half precision is rounded once", "[handlers][half]") {
    for (const auto& [format, type] : simulator::half_formats) {
        const auto two = combinations(format, 2);
        const auto three = combinations(format, 3);
        check_halves("add#", type, two, [&](const auto& x) { return reference::sum(format, x[0], x[1]); });
        check_halves("sub.rn#", type, two,
                     [&](const auto& x) { return reference::difference(format, x[0], x[1]); });
        check_halves("mul#", type, two,
                     [&](const auto& x) { return reference::product(format, x[0], x[1]); });
        const auto fused = [&](const auto& x) { return reference::fused(format, x[0], x[1], x[2]); };
        check_halves("fma.rn#", type, three, fused);
        check_halves("fma.rn.relu#", type, three,
                     [&](const auto& x) { return reference::positive(format, fused(x)); });
    }
}

TEST_CASE("an fma of halves where rounding twice would be wrong", "[handlers][half]") {
    // 0x3c01 is 1 + 2^-10. The product's last bit is a tie's, and the addend of 2^-24 decides.
    const std::vector<Row> rows = {{0x3c01, 0x3e00, 0x0001}, {0x3c01, 0x3e00, 0x8001}, {0x3c01, 0x3e00, 0}};
    simulator::check_rows({"fma.rn.f16 %d, %a, %b, %c", "b16", {"b16", "b16", "b16"}}, rows,
                          {0x3e02, 0x3e01, 0x3e02});
    // In bf16 the addend may be 2^-260 of the product.
    const std::vector<Row> wide = {{0x5f01, 0x5fc0, 0x0001},
                                   {0x5f01, 0x5fc0, 0x8001},
                                   {0x5f03, 0x5fc0, 0x8001}};
    std::vector<std::uint64_t> expected;
    for (const Row& row : wide)
        expected.push_back(reference::fused(reference::bf16, static_cast<Half>(row[0]),
                                            static_cast<Half>(row[1]), static_cast<Half>(row[2])));
    CHECK(expected[0] != expected[1]);
    simulator::check_rows({"fma.rn.bf16 %d, %a, %b, %c", "b16", {"b16", "b16", "b16"}}, wide, expected);
}

TEST_CASE("half precision, saturated", "[handlers][half]") {
    const Format& format = reference::f16;
    check_halves("add.sat#", ".f16", combinations(format, 2), [&](const auto& x) {
        return reference::saturated(format, reference::sum(format, x[0], x[1]));
    });
    check_halves("mul.sat#", ".f16", combinations(format, 2), [&](const auto& x) {
        return reference::saturated(format, reference::product(format, x[0], x[1]));
    });
    check_halves("fma.rn.sat#", ".f16", combinations(format, 3), [&](const auto& x) {
        return reference::saturated(format, reference::fused(format, x[0], x[1], x[2]));
    });
}

TEST_CASE("half precision with subnormal numbers flushed", "[handlers][half]") {
    const Format& format = reference::f16;
    const auto zero = [&](Half bits) { return reference::flushed(format, bits); };
    check_halves("add.ftz#", ".f16", combinations(format, 2),
                 [&](const auto& x) { return zero(reference::sum(format, zero(x[0]), zero(x[1]))); });
    check_halves("sub.ftz.sat#", ".f16", combinations(format, 2), [&](const auto& x) {
        return reference::saturated(format, zero(reference::difference(format, zero(x[0]), zero(x[1]))));
    });
    // What rounds up to the smallest normal number only because there is none below it is flushed.
    check_halves("mul.ftz#", ".f16", combinations(format, 2), [&](const auto& x) {
        const double exact =
            reference::value_of(format, zero(x[0])) * reference::value_of(format, zero(x[1]));
        const bool tiny = std::fabs(exact) < 0x1p-14 - 0x1p-26;
        return tiny ? static_cast<Half>(std::signbit(exact) ? 0x8000 : 0)
                    : reference::rounded(format, {exact});
    });
}

TEST_CASE("signs of halves", "[handlers][half]") {
    for (const auto& [format, type] : simulator::half_formats) {
        const auto changed = [&](Half bits, Half result) {
            return reference::is_nan(format, bits) ? reference::the_nan : result;
        };
        check_halves("neg#", type, simulator::all_halves(),
                     [&](const auto& x) { return changed(x[0], x[0] ^ 0x8000); });
        check_halves("abs#", type, simulator::all_halves(),
                     [&](const auto& x) { return changed(x[0], x[0] & 0x7fff); });
    }
    check_halves("neg.ftz#", ".f16", simulator::all_halves(), [&](const auto& x) {
        return reference::is_nan(reference::f16, x[0])
                   ? reference::the_nan
                   : static_cast<Half>(reference::flushed(reference::f16, x[0]) ^ 0x8000);
    });
}

TEST_CASE("the smaller and the larger half", "[handlers][half]") {
    for (const auto& [format, type] : simulator::half_formats) {
        const auto two = combinations(format, 2);
        for (const bool largest : {false, true})
            for (const bool pass : {false, true}) {
                const std::string name = std::string(largest ? "max" : "min") + (pass ? ".NaN" : "");
                check_halves(name + "#", type, two, [&](const auto& x) {
                    return reference::chosen(format, x[0], x[1], largest, pass);
                });
                check_halves(name + ".xorsign.abs#", type, two, [&](const auto& x) {
                    const Half result =
                        reference::chosen(format, x[0] & 0x7fff, x[1] & 0x7fff, largest, pass);
                    return reference::is_nan(format, result)
                               ? result
                               : static_cast<Half>(result | ((x[0] ^ x[1]) & 0x8000));
                });
            }
    }
    check_halves("max.ftz#", ".f16", combinations(reference::f16, 2), [&](const auto& x) {
        return reference::chosen(reference::f16, reference::flushed(reference::f16, x[0]),
                                 reference::flushed(reference::f16, x[1]), true, false);
    });
}

TEST_CASE("approximate functions of halves", "[handlers][half]") {
    struct Function {
        std::string text;
        const Format& format;
        std::function<double(double)> exact;
        double relative;
        double absolute;
    };
    const auto power = [](double x) { return std::exp2(x); };
    const auto tangent = [](double x) { return std::tanh(x); };
    for (const auto& [text, format, exact, relative, absolute] :
         {Function{"ex2.approx.f16 %d, %a", reference::f16, power, std::exp2(-9.9), 0x1p-24},
          Function{"ex2.approx.ftz.bf16 %d, %a", reference::bf16, power, std::exp2(-7), 0x1p-126},
          Function{"tanh.approx.f16 %d, %a", reference::f16, tangent, 0, std::exp2(-10.987)},
          // A GPU cuts off where PTX promises half of that.
          Function{"tanh.approx.bf16 %d, %a", reference::bf16, tangent, std::exp2(-7), 0x1p-134}}) {
        std::vector<Row> rows;
        for (const auto& number : simulator::all_halves()) rows.push_back({number[0]});
        const auto results = simulator::execute({text, "b16", {"b16"}}, rows, 0xffff'ffff);
        int wrong = 0;
        for (std::size_t n = 0; n < rows.size(); ++n) {
            const auto bits = static_cast<Half>(results[n]);
            const double right = exact(reference::value_of(format, static_cast<Half>(n)));
            const double largest = reference::value_of(format, static_cast<Half>(format.infinity - 1));
            if (std::isnan(right))
                wrong += bits != reference::the_nan;
            else if (right > largest * 1.01)
                wrong += bits != format.infinity;
            else if (right < largest)
                wrong += !(std::fabs(reference::value_of(format, bits) - right) <=
                           std::max(absolute, relative * std::fabs(right)));
        }
        INFO(text);
        CHECK(wrong == 0);
    }
    simulator::check_rows({"ex2.approx.f16x2 %d, %a", "b32", {"b32"}}, {{0xfc00'3c00}, {0x7c00'8000}},
                          {0x0000'4000, 0x7c00'3c00});
    simulator::check_rows({"tanh.approx.bf16x2 %d, %a", "b32", {"b32"}}, {{0xff80'7f80}, {0x8000'0001}},
                          {0xbf80'3f80, 0x8000'0001});
    // Cut off, not rounded, except beyond the range; and near 0 as an H200 does it.
    simulator::check_rows({"ex2.approx.f16 %d, %a", "b16", {"b16"}}, {{0x8002}, {0x8001}, {0x4bff}, {0x4c00}},
                          {0x3bff, 0x3c00, 0x7bf4, 0x7c00});
    simulator::check_rows({"tanh.approx.f16 %d, %a", "b16", {"b16"}},
                          {{0x1c07}, {0x1e00}, {0xc7ff}, {0xc800}}, {0x1c07, 0x1dff, 0xbbff, 0xbc00});
    // Flushed before, and after.
    simulator::check_rows({"ex2.approx.ftz.bf16 %d, %a", "b16", {"b16"}}, {{0x8001}, {0xc2fe}}, {0x3f80, 0});
}

TEST_CASE("ex2.approx of halves returns the results of an H200 for every operand", "[handlers][half]") {
    struct Recorded {
        std::string text;
        std::uint64_t hash; // FNV-1a, a number at a time
    };
    for (const auto& [text, hash] : {Recorded{"ex2.approx.f16 %d, %a", 0x80729ac6ad55e21a},
                                     Recorded{"ex2.approx.ftz.bf16 %d, %a", 0x70809a4dea78138a}}) {
        std::vector<Row> rows;
        for (const auto& number : simulator::all_halves()) rows.push_back({number[0]});
        std::uint64_t ours = 0xcbf29ce484222325;
        for (const std::uint64_t result : simulator::execute({text, "b16", {"b16"}}, rows, 0xffff'ffff))
            ours = (ours ^ result) * 0x100000001b3;
        INFO(text);
        CHECK(ours == hash);
    }
}

TEST_CASE("atomic sums of halves", "[handlers][half]") {
    for (const auto& [format, type] : simulator::half_formats) {
        std::vector<Row> rows;
        std::vector<std::uint64_t> before;
        std::vector<std::uint64_t> after;
        for (const auto& x : combinations(format, 2)) {
            // The upper numbers come in the opposite order.
            rows.push_back({pair_of(x[0], x[1]), pair_of(x[1], x[0])});
            before.push_back(rows.back()[0]);
            after.push_back(pair_of(reference::sum(format, x[0], x[1]), reference::sum(format, x[1], x[0])));
        }
        const std::string add = ".global.add.noftz" + type;
        const std::string look = ";\n@%on ld.global.b32 %d, [%row]";
        simulator::check_rows({"atom" + add + "x2 %d, [%row], %b;", "b32", {"b32", "b32"}}, rows, before);
        simulator::check_rows({"red" + add + "x2 [%row], %b" + look, "b32", {"b32", "b32"}}, rows, after);
        // Of the lower number alone; what lies beside it stays.
        for (std::size_t n = 0; n < rows.size(); ++n) {
            after[n] = (after[n] & 0xffff) | (before[n] & 0xffff'0000);
            rows[n][1] &= 0xffff;
        }
        simulator::check_rows({"atom" + add + " _, [%row], %b" + look, "b32", {"b32", "b16"}}, rows, after);
        simulator::check_rows({"red" + add + " [%row], %b" + look, "b32", {"b32", "b16"}}, rows, after);
        simulator::check_rows({"atom" + add + " %d, [%row], %b;", "b16", {"b16", "b16"}}, rows, before);
    }
}
