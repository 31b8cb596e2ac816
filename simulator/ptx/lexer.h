#pragma once

/// @file
/// PTX text to tokens: names, words after a dot, numbers, strings and punctuation.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simulator::ptx {

/// Kind of a token.
enum class TokenKind : std::uint8_t {
    name,        ///< `%r1`, `$L_2`, `fma`, `_`
    dot_word,    ///< `.global`, `.L2::128B`; the text is without the dot
    integer,     ///< `17`, `0x1F`, `3U`
    float32,     ///< `0f3F800000`
    float64,     ///< `0d3FF0000000000000`, `1.5`
    string,      ///< `"a.cu"`; the text is without the quotation marks
    punctuation, ///< in Token::symbol
    end,         ///< after the last token
};

/// A token. The PTX text must outlive it.
struct Token {
    TokenKind kind = TokenKind::end; ///< determines which other members are valid
    char symbol = 0;                 ///< punctuation character
    std::uint32_t line = 0;          ///< 1-based
    std::string_view text = {};      ///< text as written; see TokenKind
    std::uint64_t bits = 0;          ///< value of a number
};

/// Splits a text into tokens without comments and blanks; the last token is an `end`. Throws PtxError.
std::vector<Token> tokenize(std::string_view text);

/// Returns a PTX text for a message: in quotation marks, and shortened.
std::string in_quotes(std::string_view text);

} // namespace simulator::ptx
