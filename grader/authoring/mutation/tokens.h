#pragma once

/// @file
/// Tokenizer for C++, as far as changing single tokens requires.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grader::mutation {

/// Kind of a token.
enum class TokenKind {
    word,      ///< a name or a keyword
    number,    ///< `16`, `0.0f`, `0xffffffff`
    text,      ///< a string or a character, its quotes included
    punctuator ///< an operator, a bracket or a separator; `<<<` and `>>>` are one each
};

/// A token: neither white space, nor a comment, nor part of a preprocessor line.
struct Token {
    TokenKind kind;               ///< its kind
    std::string_view text;        ///< its text in the source
    std::size_t offset = 0;       ///< offset of its first character
    std::size_t line = 0;         ///< line number, from 1
    bool after_directive = false; ///< a preprocessor line, such as `#pragma unroll`, precedes it

    /// Reports whether the token has this spelling.
    bool operator==(std::string_view spelling) const { return text == spelling; }
};

/// Splits @p source, which must outlive the result, into tokens. A string or comment that is not closed ends
/// at the end of the source.
std::vector<Token> tokens_of(std::string_view source);

} // namespace grader::mutation
