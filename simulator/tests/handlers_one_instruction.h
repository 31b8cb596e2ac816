#pragma once

/// @file
/// Runs one PTX instruction on many operands, and compares every lane with what C++ says.

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace simulator {

/// An instruction that writes %d, or the predicate %p, and reads %a, %b, %c, %e: `add.s32 %d, %a, %b`. For a
/// second result there are %d2, of 32 bits, and %p2. Of several instructions, the later ones have their
/// `@%on` themselves.
struct OneInstruction {
    std::string text;
    std::string result; ///< type of its register: b16, b32, b64, or pred for %p
    std::vector<std::string>
        operands; ///< the same for %a, %b, ...; a predicate is called %q, wherever it stands
};

/// The operands of one thread, each in the lower bits.
using Row = std::vector<std::uint64_t>;

/// What a thread's result is when its lane does not execute the instruction.
inline constexpr std::uint64_t untouched = 0x5eed'5eed'5eed'5eed;

/// Executes the instruction once for each row, by the lanes @p lanes of each warp.
std::vector<std::uint64_t> execute(const OneInstruction& instruction, const std::vector<Row>& rows,
                                   std::uint32_t lanes);

/// Compares with @p expected, for full warps and for some of the lanes; and with the result in place of the
/// first operand, for a single instruction whose operand is as wide.
void check_rows(const OneInstruction& instruction, const std::vector<Row>& rows,
                const std::vector<std::uint64_t>& expected);

/// The register type for a C++ type.
template <class T> std::string register_type() {
    if (std::is_same_v<T, bool>) return "pred";
    return sizeof(T) <= 2 ? "b16" : sizeof(T) == 4 ? "b32" : "b64";
}

/// What PTX calls a C++ type: ".u32", ".f64".
template <class T> std::string type_name() {
    const char* const kind = std::is_floating_point_v<T> ? ".f" : std::is_signed_v<T> ? ".s" : ".u";
    return kind + std::to_string(8 * sizeof(T));
}

/// The bits of a value.
template <class T> inline constexpr int width = 8 * sizeof(T);

/// The only NaN that arithmetic gives.
inline const float the_nan = std::bit_cast<float>(0x7fff'ffffU);

/// Calls @p use for each of the types, or for each integer that PTX has.
template <class... T, class Use> void for_types(Use use) { (use.template operator()<T>(), ...); }
template <class Use> void for_integers(Use use) {
    for_types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t,
              std::uint64_t, std::int64_t>(use);
}

/// A value as the bits of its register.
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

/// Values that break arithmetic: the ends of the range, one beside them, few and many bits, and some of no
/// pattern.
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

/// Checks `text` on all combinations of edge values; @p expected computes an R from the operands A...
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
