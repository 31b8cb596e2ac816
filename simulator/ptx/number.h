#pragma once

/// @file
/// Numbers of PTX, and their conversion to other types.

#include <cstdint>
#include <optional>
#include <string_view>

#include "ptx/lexer.h"
#include "ptx/word.h"

namespace simulator::ptx {

/// A number as written.
struct Number {
    TokenKind kind = TokenKind::integer; ///< integer, float32 or float64
    std::uint64_t bits = 0;              ///< value; a float32 is in the lower half
};

/// Parses `17`, `017`, `0x1F`, `0b11`, `3U`, `0f3F800000`, `0d3FF0000000000000`, `1.5e3`; empty if the text
/// is malformed or the number is too large.
std::optional<Number> number_of(std::string_view text);

/// Returns the negated number.
Number negated(Number number);

/// Returns the number as a constant of @p type; empty if PTX has no implicit conversion: from a fraction to
/// an integer, from an integer to a fraction, or from a fraction to bits of another width.
std::optional<Number> converted(Number number, Word type);

} // namespace simulator::ptx
