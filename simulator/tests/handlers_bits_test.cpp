#include "handlers_one_instruction.h"

#include <catch2/catch_template_test_macros.hpp>

// Bits, one at a time, as the PTX manual describes each instruction.

namespace {

using simulator::check;
using simulator::type_name;
using simulator::width;
using U = std::uint32_t;

template <class T> std::string bits_type() { return ".b" + std::to_string(width<T>); }
template <class T> bool bit(T value, int place) {
    return (static_cast<std::uint64_t>(value) >> place & 1) != 0;
}

// A value made bit by bit.
template <class T, class F> T from_bits(F is_set) {
    std::uint64_t value = 0;
    for (int place = 0; place < width<T>; ++place)
        if (is_set(place)) value |= std::uint64_t{1} << place;
    return static_cast<T>(value);
}

// What bits beyond the upper end of a value are: its sign.
template <class T> bool fill(T value) { return std::is_signed_v<T> && bit(value, width<T> - 1); }

} // namespace

TEMPLATE_TEST_CASE("logic in every width", "[handlers]", std::uint16_t, std::uint32_t, std::uint64_t) {
    using T = TestType;
    const std::string type = bits_type<T>();
    check<T, T, T>("and" + type + " %d, %a, %b", [](T a, T b) { return a & b; });
    check<T, T, T>("or" + type + " %d, %a, %b", [](T a, T b) { return a | b; });
    check<T, T, T>("xor" + type + " %d, %a, %b", [](T a, T b) { return a ^ b; });
    check<T, T>("not" + type + " %d, %a", [](T a) { return ~a; });
    check<T, T>("cnot" + type + " %d, %a", [](T a) { return a == 0 ? 1 : 0; });
}

TEST_CASE("logic of predicates", "[handlers]") {
    check<bool, bool>("not.pred %p, %q", [](bool q) { return !q; });
    check<bool, bool, U>("setp.lt.s32 %p, %b, 0;\n@%on and.pred %p, %p, %q",
                         [](bool q, U b) { return bit(b, 31) && q; });
    check<bool, bool, U>("setp.lt.s32 %p, %b, 0;\n@%on or.pred %p, %p, %q",
                         [](bool q, U b) { return bit(b, 31) || q; });
    check<bool, bool, U>("setp.lt.s32 %p, %b, 0;\n@%on xor.pred %p, %p, %q",
                         [](bool q, U b) { return bit(b, 31) != q; });
}

TEST_CASE("any function of three bits", "[handlers]") {
    for (const int table : {0x00, 0x80, 0xfe, 0x96, 0xca, 0x1d, 0xff})
        check<U, U, U, U>("lop3.b32 %d, %a, %b, %c, " + std::to_string(table), [table](U a, U b, U c) {
            return from_bits<U>([&](int n) { return bit(table, 4 * bit(a, n) + 2 * bit(b, n) + bit(c, n)); });
        });
}

TEMPLATE_TEST_CASE("shifts by the width or more fill the result with zeros or the sign", "[handlers]",
                   std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t, std::int64_t) {
    using T = TestType;
    check<T, T, U>("shl" + bits_type<T>() + " %d, %a, %b", [](T a, U by) {
        return from_bits<T>(
            [&](int n) { return by <= static_cast<U>(n) && bit(a, n - static_cast<int>(by)); });
    });
    check<T, T, U>("shr" + type_name<T>() + " %d, %a, %b", [](T a, U by) {
        return from_bits<T>([&](int n) {
            const std::uint64_t from = std::uint64_t{by} + static_cast<U>(n);
            return from < width<T> ? bit(a, static_cast<int>(from)) : fill(a);
        });
    });
}

TEST_CASE("shf shifts a pair of words with a clamped or wrapped distance", "[handlers]") {
    const auto pair_bit = [](U a, U b, int n) { return n < 32 ? bit(a, n) : bit(b, n - 32); };
    for (const bool wrap : {false, true}) {
        const auto distance = [wrap](U c) { return static_cast<int>(wrap ? c % 32 : c < 32 ? c : 32); };
        const std::string mode = wrap ? "wrap" : "clamp";
        check<U, U, U, U>("shf.l." + mode + ".b32 %d, %a, %b, %c", [&](U a, U b, U c) {
            return from_bits<U>([&](int n) { return pair_bit(a, b, 32 + n - distance(c)); });
        });
        check<U, U, U, U>("shf.r." + mode + ".b32 %d, %a, %b, %c", [&](U a, U b, U c) {
            return from_bits<U>([&](int n) { return pair_bit(a, b, n + distance(c)); });
        });
    }
}

TEMPLATE_TEST_CASE("bits counted and reversed", "[handlers]", std::uint32_t, std::uint64_t) {
    using T = TestType;
    const std::string type = bits_type<T>();
    check<U, T>("popc" + type + " %d, %a", [](T a) {
        U count = 0;
        for (int n = 0; n < width<T>; ++n) count += bit(a, n);
        return count;
    });
    check<U, T>("clz" + type + " %d, %a", [](T a) {
        U count = 0;
        while (count < width<T> && !bit(a, width<T> - 1 - static_cast<int>(count))) ++count;
        return count;
    });
    check<T, T>("brev" + type + " %d, %a",
                [](T a) { return from_bits<T>([&](int n) { return bit(a, width<T> - 1 - n); }); });
}

TEMPLATE_TEST_CASE("the highest bit that is not the sign", "[handlers]", std::uint32_t, std::int32_t,
                   std::uint64_t, std::int64_t) {
    using T = TestType;
    const auto place = [](T a) {
        for (int n = width<T> - 1; n >= 0; --n)
            if (bit(a, n) != fill(a)) return n;
        return -1;
    };
    check<U, T>("bfind" + type_name<T>() + " %d, %a", place);
    check<U, T>("bfind.shiftamt" + type_name<T>() + " %d, %a",
                [&](T a) { return place(a) < 0 ? -1 : width<T> - 1 - place(a); });
}

TEST_CASE("fns returns the position of the n-th set bit", "[handlers]") {
    for (const U base : {0U, 1U, 15U, 31U})
        check<U, U, std::int32_t>("fns.b32 %d, %a, " + std::to_string(base) + ", %b",
                                  [base](U bits, std::int32_t nth) {
                                      std::int64_t met = 0;
                                      const int step = nth < 0 ? -1 : 1;
                                      for (int n = static_cast<int>(base); n >= 0 && n < 32; n += step) {
                                          met += bit(bits, n) ? step : 0;
                                          if (bit(bits, n) && (met == nth || nth == 0)) return n;
                                          if (nth == 0) break;
                                      }
                                      return -1;
                                  });
}

TEMPLATE_TEST_CASE("fields of bits", "[handlers]", std::uint32_t, std::int32_t, std::uint64_t, std::int64_t) {
    using T = TestType;
    check<T, T, U, U>("bfe" + type_name<T>() + " %d, %a, %b, %c", [](T a, U b, U c) {
        // A byte by the manual; where the word has 64 bits, GPUs look at all of it.
        const std::int64_t begin = width<T> == 64 ? b : b & 0xff;
        const std::int64_t length = width<T> == 64 ? c : c & 0xff;
        const auto last = static_cast<int>(std::min<std::int64_t>(begin + length - 1, width<T> - 1));
        const bool sign = std::is_signed_v<T> && length > 0 && bit(a, last);
        return from_bits<T>([&](int n) {
            return n < length && begin + n < width<T> ? bit(a, static_cast<int>(begin) + n) : sign;
        });
    });
    if constexpr (std::is_unsigned_v<T>)
        check<T, T, T, U, U>("bfi" + bits_type<T>() + " %d, %a, %b, %c, %e", [](T a, T b, U c, U e) {
            const std::int64_t begin = width<T> == 64 ? c : c & 0xff;
            const std::int64_t end = begin + (width<T> == 64 ? e : e & 0xff);
            return from_bits<T>([&](int n) {
                return n >= begin && n < end ? bit(a, n - static_cast<int>(begin)) : bit(b, n);
            });
        });
}

TEST_CASE("bmsk and szext clamp or wrap their position and length", "[handlers]") {
    for (const bool wrap : {false, true}) {
        const std::string mode = wrap ? ".wrap" : ".clamp";
        check<U, U, U>("bmsk" + mode + ".b32 %d, %a, %b", [wrap](U a, U b) {
            const U begin = wrap ? a % 32 : a;
            const U length = wrap ? b % 32 : b;
            return from_bits<U>([&](int n) {
                const auto place = static_cast<U>(n);
                return place >= begin && std::uint64_t{place} < std::uint64_t{begin} + length;
            });
        });
        const auto extended = [wrap](auto a, U b) {
            using T = decltype(a);
            const U length = wrap ? b % 32 : b;
            const bool sign =
                std::is_signed_v<T> && length > 0 && length < 32 && bit(a, static_cast<int>(length) - 1);
            return from_bits<T>([&](int n) { return static_cast<U>(n) < length ? bit(a, n) : sign; });
        };
        check<U, U, U>("szext" + mode + ".u32 %d, %a, %b", extended);
        check<std::int32_t, std::int32_t, U>("szext" + mode + ".s32 %d, %a, %b", extended);
    }
}

TEST_CASE("prmt selects bytes of two words by its selector and in each mode", "[handlers]") {
    const auto byte = [](U a, U b, U n) { return (n < 4 ? a >> 8 * n : b >> 8 * (n - 4)) & 0xff; };
    check<U, U, U, U>("prmt.b32 %d, %a, %b, %c", [&](U a, U b, U c) {
        U result = 0;
        for (int n = 0; n < 4; ++n) {
            const U digit = c >> 4 * n & 15;
            const U chosen = byte(a, b, digit & 7);
            result |= (digit < 8 ? chosen : chosen >= 128 ? 0xffU : 0U) << 8 * n;
        }
        return result;
    });
    // Each mode as a rule for the byte that becomes byte n of the result.
    const auto check_mode = [&](const std::string& mode, auto rule) {
        check<U, U, U, U>("prmt.b32." + mode + " %d, %a, %b, %c", [&](U a, U b, U c) {
            U result = 0;
            for (U n = 0; n < 4; ++n) result |= byte(a, b, rule(n, c & 3)) << 8 * n;
            return result;
        });
    };
    check_mode("f4e", [](U n, U c) { return n + c; });
    check_mode("b4e", [](U n, U c) { return (c + 8 - n) % 8; });
    check_mode("rc8", [](U, U c) { return c; });
    check_mode("ecl", [](U n, U c) { return std::max(n, c); });
    check_mode("ecr", [](U n, U c) { return std::min(n, c); });
    check_mode("rc16", [](U n, U c) { return n % 2 + 2 * (c % 2); });
}
