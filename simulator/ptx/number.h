#pragma once

/// @file
/// The numbers of PTX, and what becomes of them where another type is wanted.

#include <cstdint>
#include <optional>
#include <string_view>

#include "ptx/lexer.h"
#include "ptx/word.h"

namespace simulator::ptx {

/// A number as written.
struct Number {
    TokenKind kind = TokenKind::integer; ///< integer, float32 or float64
    std::uint64_t bits = 0;              ///< of a float32, the lower half
};

/// `17`, `017`, `0x1F`, `0b11`, `3U`, `0f3F800000`, `0d3FF0000000000000`, `1.5e3`; none when it is malformed
/// or too large.
std::optional<Number> number_of(std::string_view text);

/// The number with its sign turned.
Number negated(Number number);

/// The number as a constant of @p type; none where PTX does not convert by itself: a fraction to an integer,
/// an integer to a fraction, or a fraction to bits of another width.
std::optional<Number> converted(Number number, Word type);

} // namespace simulator::ptx
