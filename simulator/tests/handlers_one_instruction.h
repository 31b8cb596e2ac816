#pragma once

/// @file
/// Runs one PTX instruction on many operands, and compares every lane with a result computed in C++.

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace simulator {

/// An instruction that writes %d, or the predicate %p, and reads %a, %b, %c, %e: `add.s32 %d, %a, %b`. A
/// second result may go to %d2, of 32 bits, or %p2. If the text has several instructions, all but the first
/// must have the guard `@%on`.
struct OneInstruction {
    std::string text;
    std::string result; ///< type of its register: b16, b32, b64, or pred for %p
    std::vector<std::string>
        operands; ///< types of %a, %b, ...; a predicate operand is called %q in any position
};

/// The operands of one thread, each in the lower bits of its word.
using Row = std::vector<std::uint64_t>;

/// The result of a thread whose lane does not execute the instruction.
inline constexpr std::uint64_t untouched = 0x5eed'5eed'5eed'5eed;

/// Executes the instruction once per row, with only the lanes @p lanes of each warp active, and returns the
/// results.
std::vector<std::uint64_t> execute(const OneInstruction& instruction, const std::vector<Row>& rows,
                                   std::uint32_t lanes);

/// Checks the results against @p expected, for full warps and for partial masks; a single instruction whose
/// first operand has the width of the result is also checked with the result in the register of that
/// operand.
void check_rows(const OneInstruction& instruction, const std::vector<Row>& rows,
                const std::vector<std::uint64_t>& expected);

/// Returns the register type for a C++ type.
template <class T> std::string register_type() {
    if (std::is_same_v<T, bool>) return "pred";
    return sizeof(T) <= 2 ? "b16" : sizeof(T) == 4 ? "b32" : "b64";
}

/// Returns the PTX suffix for a C++ type: ".u32", ".f64".
template <class T> std::string type_name() {
    const char* const kind = std::is_floating_point_v<T> ? ".f" : std::is_signed_v<T> ? ".s" : ".u";
    return kind + std::to_string(8 * sizeof(T));
}

/// Size of a type in bits.
template <class T> inline constexpr int width = 8 * sizeof(T);

/// The canonical NaN, the only one that arithmetic returns.
inline const float the_nan = std::bit_cast<float>(0x7fff'ffffU);

/// Calls @p use with each type T as its template argument; for_integers() does so for each integer type of
/// PTX.
template <class... T, class Use> void for_types(Use use) { (use.template operator()<T>(), ...); }
template <class Use> void for_integers(Use use) {
    for_types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t,
              std::uint64_t, std::int64_t>(use);
}

/// Returns the bits of a value as its register holds them.
template <class T> std::uint64_t bits_of(T value) {
    if constexpr (std::is_same_v<T, float>)
        return std::bit_cast<std::uint32_t>(value);
    else if constexpr (std::is_same_v<T, double>)
        return std::bit_cast<std::uint64_t>(value);
    else if constexpr (std::is_same_v<T, bool>)
        return value ? 1 : 0;
    else
        return static_cast<std::make_unsigned_t<T>>(value);
}

/// Returns edge cases of arithmetic: the ends of the range, their neighbours, few and many set bits, and
/// some random bits.
template <class T> const std::vector<T>& edges() {
    static const std::vector<T> values = [] {
        if constexpr (std::is_same_v<T, bool>) {
            return std::vector<T>{false, true};
        } else if constexpr (std::is_floating_point_v<T>) {
            using Limits = std::numeric_limits<T>;
            std::vector<T> list;
            for (const T value :
                 {T(0), T(1), Limits::denorm_min(), Limits::min(), Limits::min() - Limits::denorm_min(),
                  Limits::max(), Limits::infinity(), T(1) + Limits::epsilon(), T(0.5), T(1.5), T(3),
                  T(1) / Limits::epsilon(), T(0.1), T(2147483648.0), T(1e10)}) {
                list.push_back(value);
                list.push_back(-value);
            }
            list.push_back(Limits::quiet_NaN());
            return list;
        } else {
            std::vector<T> list;
            using U = std::make_unsigned_t<T>;
            for (const U value : {U(0), U(1), U(2), U(3), U(31), U(32), U(33), U(64), U(0x5555555555555555),
                                  U(0x123456789abcdef1)}) {
                list.push_back(static_cast<T>(value));
                list.push_back(static_cast<T>(~value));
            }
            list.push_back(std::numeric_limits<T>::max());
            list.push_back(std::numeric_limits<T>::min());
            list.push_back(static_cast<T>(std::numeric_limits<T>::min() + 1));
            return list;
        }
    }();
    return values;
}

/// Calls @p use with every combination of edges<A>()...
template <class... A, class Use> void for_all_edges(Use use) {
    if constexpr (sizeof...(A) == 0) {
        use();
    } else {
        const auto with_first =
            [&]<class First, class... Rest>(std::type_identity<std::tuple<First, Rest...>>) {
                for (const First first : edges<First>())
                    for_all_edges<Rest...>([&](Rest... rest) { use(first, rest...); });
            };
        with_first(std::type_identity<std::tuple<A...>>{});
    }
}

/// Checks `text` on all combinations of edge values; @p expected computes the result R from the operands
/// A...
template <class R, class... A, class F> void check(const std::string& text, F expected) {
    std::vector<Row> rows;
    std::vector<std::uint64_t> results;
    for_all_edges<A...>([&](A... operands) {
        rows.push_back({bits_of(operands)...});
        results.push_back(bits_of(static_cast<R>(expected(operands...))));
    });
    check_rows({text, register_type<R>(), {register_type<A>()...}}, rows, results);
}

} // namespace simulator
