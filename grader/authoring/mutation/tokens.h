#pragma once

/// @file
/// A source cut into the words of C++, as far as changing one of them takes.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grader::mutation {

/// What a token is.
enum class TokenKind {
    word,      ///< a name or a keyword
    number,    ///< `16`, `0.0f`, `0xffffffff`
    text,      ///< a string or a character, its quotes included
    punctuator ///< an operator, a bracket or a separator; `<<<` and `>>>` are one each
};

/// A piece of the source that is neither space nor comment nor part of a preprocessor line.
struct Token {
    TokenKind kind;         ///< of which sort it is
    std::string_view text;  ///< as it stands in the source
    std::size_t offset = 0; ///< of its first character
    std::size_t line = 0;   ///< from 1
    bool after_directive =
        false; ///< between this token and the one before it stands a preprocessor line, such as `#pragma unroll`

    /// Whether it is spelt so.
    bool operator==(std::string_view spelling) const { return text == spelling; }
};

/// The tokens of @p source, which has to outlive them. A quote or comment that is not closed ends with the source.
std::vector<Token> tokens_of(std::string_view source);

} // namespace grader::mutation
