#pragma once

/// @file
/// PTX text to tokens: names, words after a dot, numbers, strings and punctuation.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simulator::ptx {

/// What a token is.
enum class TokenKind : std::uint8_t {
    name,        ///< `%r1`, `$L_2`, `fma`, `_`
    dot_word,    ///< `.global`, `.L2::128B`; the text is without the dot
    integer,     ///< `17`, `0x1F`, `3U`
    float32,     ///< `0f3F800000`
    float64,     ///< `0d3FF0000000000000`, `1.5`
    string,      ///< `"a.cu"`; the text is what stands between the quotation marks
    punctuation, ///< in Token::symbol
    end,         ///< after the last one
};

/// A piece of PTX text, which has to outlive it.
struct Token {
    TokenKind kind = TokenKind::end; ///< says which of the others mean anything
    char symbol = 0;                 ///< of punctuation
    std::uint32_t line = 0;          ///< 1-based
    std::string_view text = {};      ///< as it is written; see TokenKind
    std::uint64_t bits = 0;          ///< value of a number
};

/// Takes a text apart; comments and blanks vanish, and the last token is an `end`. Throws PtxError.
std::vector<Token> tokenize(std::string_view text);

/// A text from PTX as a message shows it: in quotation marks, and not too long.
std::string in_quotes(std::string_view text);

} // namespace simulator::ptx
