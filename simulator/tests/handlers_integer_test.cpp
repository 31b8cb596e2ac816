#include "handlers_one_instruction.h"

#include <algorithm>

#include <catch2/catch_template_test_macros.hpp>

// Whole numbers, against arithmetic in 128 bits.

namespace {

using simulator::check;
using simulator::type_name;
using simulator::width;
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

template <class T> std::string named(const std::string& mnemonic, const std::string& operands) {
    return mnemonic + type_name<T>() + " " + operands;
}
template <class T> T saturated(Wide value) {
    return static_cast<T>(
        std::clamp(value, Wide{std::numeric_limits<T>::min()}, Wide{std::numeric_limits<T>::max()}));
}
// Wide enough for any product, wrapping around behind the bits that count.
template <class T> UnsignedWide product(T a, T b) {
    return static_cast<UnsignedWide>(a) * static_cast<UnsignedWide>(b);
}
template <class T> T upper_half(T a, T b) {
    if constexpr (std::is_signed_v<T>) return static_cast<T>(Wide{a} * b >> width<T>);
    return static_cast<T>(product(a, b) >> width<T>);
}

} // namespace

TEMPLATE_TEST_CASE("integer arithmetic is exact in every type", "[handlers]", std::uint16_t, std::int16_t,
                   std::uint32_t, std::int32_t, std::uint64_t, std::int64_t) {
    using T = TestType;
    check<T, T, T>(named<T>("add", "%d, %a, %b"), [](T a, T b) { return Wide{a} + b; });
    check<T, T, T>(named<T>("sub", "%d, %a, %b"), [](T a, T b) { return Wide{a} - b; });
    check<T, T, T>(named<T>("mul.lo", "%d, %a, %b"), [](T a, T b) { return product(a, b); });
    check<T, T, T>(named<T>("mul.hi", "%d, %a, %b"), [](T a, T b) { return upper_half(a, b); });
    check<T, T, T, T>(named<T>("mad.lo", "%d, %a, %b, %c"),
                      [](T a, T b, T c) { return product(a, b) + static_cast<UnsignedWide>(c); });
    check<T, T, T, T>(named<T>("mad.hi", "%d, %a, %b, %c"),
                      [](T a, T b, T c) { return Wide{upper_half(a, b)} + c; });
    check<T, T, T, T>(named<T>("sad", "%d, %a, %b, %c"),
                      [](T a, T b, T c) { return (a < b ? Wide{b} - a : Wide{a} - b) + c; });
    check<T, T, T>(named<T>("div", "%d, %a, %b"), [](T a, T b) { return b == 0 ? Wide{-1} : Wide{a} / b; });
    check<T, T, T>(named<T>("rem", "%d, %a, %b"), [](T a, T b) { return b == 0 ? Wide{-1} : Wide{a} % b; });
    check<T, T, T>(named<T>("min", "%d, %a, %b"), [](T a, T b) { return a < b ? a : b; });
    check<T, T, T>(named<T>("max", "%d, %a, %b"), [](T a, T b) { return a < b ? b : a; });
    if constexpr (std::is_signed_v<T>) {
        check<T, T>(named<T>("abs", "%d, %a"), [](T a) { return a < 0 ? -Wide{a} : Wide{a}; });
        check<T, T>(named<T>("neg", "%d, %a"), [](T a) { return -Wide{a}; });
    }
}

TEMPLATE_TEST_CASE("products in twice the width", "[handlers]", std::uint16_t, std::int16_t, std::uint32_t,
                   std::int32_t) {
    using T = TestType;
    using Twice = std::conditional_t<sizeof(T) == 2,
                                     std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
                                     std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;
    check<Twice, T, T>(named<T>("mul.wide", "%d, %a, %b"), [](T a, T b) { return Wide{a} * b; });
    check<Twice, T, T, Twice>(named<T>("mad.wide", "%d, %a, %b, %c"),
                              [](T a, T b, Twice c) { return Wide{a} * b + c; });
}

TEST_CASE("integer add and sub and mad with sat clamp to the range", "[handlers]") {
    using T = std::int32_t;
    check<T, T, T>("add.sat.s32 %d, %a, %b", [](T a, T b) { return saturated<T>(Wide{a} + b); });
    check<T, T, T>("sub.sat.s32 %d, %a, %b", [](T a, T b) { return saturated<T>(Wide{a} - b); });
    check<T, T, T, T>("mad.hi.sat.s32 %d, %a, %b, %c",
                      [](T a, T b, T c) { return saturated<T>(Wide{upper_half(a, b)} + c); });
}

TEMPLATE_TEST_CASE("products of 24 bits", "[handlers]", std::uint32_t, std::int32_t) {
    using T = TestType;
    const auto lower_24 = [](T value) {
        const Wide low = value & 0xff'ffff;
        return std::is_signed_v<T> && low >= 0x80'0000 ? low - 0x100'0000 : low;
    };
    check<T, T, T>(named<T>("mul24.lo", "%d, %a, %b"), [&](T a, T b) { return lower_24(a) * lower_24(b); });
    check<T, T, T>(named<T>("mul24.hi", "%d, %a, %b"),
                   [&](T a, T b) { return lower_24(a) * lower_24(b) >> 16; });
    check<T, T, T, T>(named<T>("mad24.lo", "%d, %a, %b, %c"),
                      [&](T a, T b, T c) { return lower_24(a) * lower_24(b) + c; });
    check<T, T, T, T>(named<T>("mad24.hi", "%d, %a, %b, %c"),
                      [&](T a, T b, T c) { return (lower_24(a) * lower_24(b) >> 16) + c; });
}

// Numbers of twice the width, added in two steps as the carry makes it possible. %a:%b and %c:%e are the
// numbers.
TEMPLATE_TEST_CASE("add.cc and sub.cc pass their carry to the next instruction", "[handlers]", std::uint32_t,
                   std::uint64_t) {
    using T = TestType;
    const std::string type = sizeof(T) == 4 ? "u32" : "u64";
    const auto with_type = [&](std::string text) {
        for (std::size_t at = 0; (at = text.find("TYPE")) != std::string::npos;) text.replace(at, 4, type);
        return text;
    };
    const auto upper = [](T low_a, T high_a, T low_b, T high_b, bool subtract) {
        const UnsignedWide a = UnsignedWide{high_a} << width<T> | low_a;
        const UnsignedWide b = UnsignedWide{high_b} << width<T> | low_b;
        return static_cast<T>((subtract ? a - b : a + b) >> width<T>);
    };
    check<T, T, T, T, T>(with_type("add.cc.TYPE %d, %a, %c;\n@%on addc.TYPE %d, %b, %e"),
                         [&](T a, T b, T c, T e) { return upper(a, b, c, e, false); });
    check<T, T, T, T, T>(with_type("sub.cc.TYPE %d, %a, %c;\n@%on subc.TYPE %d, %b, %e"),
                         [&](T a, T b, T c, T e) { return upper(a, b, c, e, true); });
    // a * b + e:c, the upper half.
    check<T, T, T, T, T>(with_type("mad.lo.cc.TYPE %d, %a, %b, %c;\n@%on madc.hi.TYPE %d, %a, %b, %e"),
                         [&](T a, T b, T c, T e) {
                             const UnsignedWide product = UnsignedWide{a} * b;
                             return upper(static_cast<T>(product), static_cast<T>(product >> width<T>), c, e,
                                          false);
                         });
    // A third step sees the carry out of the second.
    check<T, T, T>(with_type(
                       "add.cc.TYPE %d, %a, %b;\n@%on addc.cc.TYPE %d, %a, %b;\n@%on addc.TYPE %d, 0, 0"),
                   [](T a, T b) {
                       const UnsignedWide first = UnsignedWide{a} + b;
                       return static_cast<T>((UnsignedWide{a} + b + (first >> width<T>)) >> width<T>);
                   });
}

// What a difference leaves is the carry of a + ~b + 1, so sums and differences may follow each other: nvcc divides
// numbers of 128 bits by it.
TEMPLATE_TEST_CASE("add.cc and sub.cc and mad.cc set the same carry flag", "[handlers]", std::uint32_t,
                   std::int32_t, std::uint64_t, std::int64_t) {
    using T = TestType;
    using U = std::make_unsigned_t<T>;
    struct Step {
        std::string first, second; // without and with a carry coming in
        bool three_operands;
        UnsignedWide (*sum)(U a, U b, U c, UnsignedWide carry);
        UnsignedWide carry; // what stands for it in the first step
    };
    const Step steps[] = {
        {"add.cc", "addc", false, [](U a, U b, U, UnsignedWide carry) { return carry + a + b; }, 0},
        {"sub.cc", "subc", false,
         [](U a, U b, U, UnsignedWide carry) { return carry + a + static_cast<U>(~b); }, 1},
        {"mad.lo.cc", "madc.lo", true,
         [](U a, U b, U c, UnsignedWide carry) { return carry + static_cast<U>(product(a, b)) + c; }, 0},
    };
    for (const Step& first : steps)
        for (const Step& second : steps) {
            const std::string begin =
                named<T>(first.first, first.three_operands ? "%d, %a, %b, %c" : "%d, %a, %b") + ";\n@%on " +
                second.second;
            const std::string operands = second.three_operands ? "%d, %c, %a, %b" : "%d, %c, %a";
            const auto sum = [&](U a, U b, U c) {
                return second.sum(c, a, b, first.sum(a, b, c, first.carry) >> width<T> & 1);
            };
            const auto carry = [&](U a, U b, U c) { return sum(a, b, c) >> width<T> & 1; };
            check<U, U, U, U>(named<T>(begin, operands), sum);
            const std::string keeping = named<T>(begin + ".cc", operands) + ";\n@%on ";
            check<U, U, U, U>(keeping + named<T>("addc", "%d, 0, 0"), carry);
            check<U, U, U, U>(keeping + named<T>("subc", "%d, 0, 0"),
                              [&](U a, U b, U c) { return carry(a, b, c) - 1; });
        }
}

TEST_CASE("each lane has a separate carry flag", "[handlers]") {
    // Odd lanes carry, even lanes do not; whoever skips the sum keeps the carry of the one before.
    std::vector<simulator::Row> rows;
    std::vector<std::uint64_t> expected;
    for (std::uint64_t lane = 0; lane < 32; ++lane) {
        rows.push_back({lane % 2 == 0 ? 1ULL : 0xffff'ffffULL, 1});
        expected.push_back(lane % 2);
    }
    simulator::check_rows({"add.cc.u32 %d, %a, %b;\n@!%on add.cc.u32 %d2, 0, 0;\n@%on addc.u32 %d, 0, 0",
                           "b32",
                           {"b32", "b32"}},
                          rows, expected);
}

TEST_CASE("dot products of bytes", "[handlers]") {
    using U = std::uint32_t;
    using S = std::int32_t;
    const auto byte = [](U word, int n, bool is_signed) {
        const auto bits = static_cast<std::uint8_t>(word >> 8 * n);
        return is_signed ? static_cast<std::int8_t>(bits) : static_cast<int>(bits);
    };
    const auto half = [](U word, int n, bool is_signed) {
        const auto bits = static_cast<std::uint16_t>(word >> 16 * n);
        return is_signed ? static_cast<std::int16_t>(bits) : static_cast<int>(bits);
    };
    for (const bool a_signed : {false, true})
        for (const bool b_signed : {false, true}) {
            const std::string types = std::string(a_signed ? ".s32" : ".u32") + (b_signed ? ".s32" : ".u32");
            check<U, U, U, S>("dp4a" + types + " %d, %a, %b, %c", [&](U a, U b, S c) {
                Wide sum = c;
                for (int n = 0; n < 4; ++n) sum += Wide{byte(a, n, a_signed)} * byte(b, n, b_signed);
                return sum;
            });
            for (const int first : {0, 2})
                check<U, U, U, S>(std::string("dp2a") + (first == 0 ? ".lo" : ".hi") + types +
                                      " %d, %a, %b, %c",
                                  [&](U a, U b, S c) {
                                      Wide sum = c;
                                      for (int n = 0; n < 2; ++n)
                                          sum += Wide{half(a, n, a_signed)} * byte(b, first + n, b_signed);
                                      return sum;
                                  });
        }
}
