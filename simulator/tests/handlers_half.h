#pragma once

/// @file
/// Operands in half precision for the tests of handlers.

#include <functional>
#include <string>
#include <vector>

#include "half_reference.h"
#include "handlers_one_instruction.h"

namespace simulator {

/// The bits of a half-precision number.
using Half = std::uint16_t;

/// A format, and its type suffix in PTX.
struct HalfFormat {
    const half_reference::Format& format;
    std::string type;
};
/// Both formats.
inline const HalfFormat half_formats[] = {{half_reference::f16, ".f16"}, {half_reference::bf16, ".bf16"}};

/// Returns all 65536 bit patterns, each as the operand of one instruction.
inline std::vector<std::vector<Half>> all_halves() {
    std::vector<std::vector<Half>> rows;
    for (unsigned bits = 0; bits < 0x10000; ++bits) rows.push_back({static_cast<Half>(bits)});
    return rows;
}

/// Returns all tuples of @p count edge values.
inline std::vector<std::vector<Half>> combinations(const half_reference::Format& format, std::size_t count) {
    std::vector<std::vector<Half>> rows = {{}};
    for (; count > 0; --count) {
        std::vector<std::vector<Half>> longer;
        for (const auto& row : rows)
            for (const Half edge : half_reference::edges(format)) {
                longer.push_back(row);
                longer.back().push_back(edge);
            }
        rows = std::move(longer);
    }
    return rows;
}

/// Packs two numbers into one register.
inline std::uint64_t pair_of(Half low, Half high) { return std::uint64_t{high} << 16 | low; }

/// Checks @p instruction, with the type substituted for `#`, on single numbers and on packed pairs of them.
inline void check_halves(const std::string& instruction, const std::string& type,
                         const std::vector<std::vector<Half>>& operands,
                         const std::function<Half(const std::vector<Half>&)>& expected) {
    constexpr const char* names[] = {" %d, %a", " %d, %a, %b", " %d, %a, %b, %c"};
    const auto text = [&](const std::string& of_type) {
        std::string result = instruction;
        for (std::size_t at = 0; (at = result.find('#')) != std::string::npos;)
            result.replace(at, 1, of_type);
        return result + names[operands[0].size() - 1];
    };
    std::vector<Row> rows;
    std::vector<Row> pairs;
    std::vector<std::uint64_t> results;
    std::vector<std::uint64_t> results_of_pairs;
    for (std::size_t n = 0; n < operands.size(); ++n) {
        const auto& other = operands[(n * 7 + 1) % operands.size()];
        rows.emplace_back(operands[n].begin(), operands[n].end());
        pairs.emplace_back();
        for (std::size_t i = 0; i < other.size(); ++i)
            pairs.back().push_back(pair_of(operands[n][i], other[i]));
        results.push_back(expected(operands[n]));
        results_of_pairs.push_back(pair_of(expected(operands[n]), expected(other)));
    }
    const std::size_t count = operands[0].size();
    check_rows({text(type), "b16", std::vector<std::string>(count, "b16")}, rows, results);
    check_rows({text(type + "x2"), "b32", std::vector<std::string>(count, "b32")}, pairs, results_of_pairs);
}

} // namespace simulator
