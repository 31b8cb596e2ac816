#pragma once

/// @file
/// Tokens one after the other, and the errors that say where something else was expected.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/lexer.h"
#include "ptx/module.h"

namespace simulator::ptx {

/// A place among the tokens of a text.
class Reader {
public:
    /// Stands before the first of @p tokens, which end as those of tokenize() do.
    explicit Reader(std::vector<Token> tokens);

    /// The token @p ahead of the next one, without taking it.
    [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
    /// The next token.
    const Token& take();
    /// The line of the token taken last.
    [[nodiscard]] std::uint32_t line() const { return line_; }

    /// Whether @p symbol is next.
    [[nodiscard]] bool at(char symbol) const;
    /// Whether a token of this kind is next.
    [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
    /// Whether `.word` is next.
    [[nodiscard]] bool at_word(std::string_view word) const;
    /// Takes @p symbol if it is next.
    bool accept(char symbol);
    /// Takes `.word` if it is next.
    bool accept_word(std::string_view word);

    /// Takes what has to be next.
    void expect(char symbol);
    /// A name such as `%r1`; an error calls it @p what.
    std::string_view expect_name(std::string_view what);
    /// A word behind a dot, without the dot; an error calls it @p what.
    std::string_view expect_word(std::string_view what);
    /// A text without its quotation marks.
    std::string_view expect_string();
    /// An integer of at most @p largest.
    std::uint64_t expect_integer(std::uint64_t largest);

    /// Takes everything up to and including the next `;`.
    void skip_statement();
    /// Takes everything from `{` to the `}` that belongs to it, or from `(` to its `)`.
    void skip_group(char open, char close);
    /// Whether it could be taken.
    bool accept_group(char open, char close);

    /// The place of the next token, to come back to.
    [[nodiscard]] std::size_t place() const { return position_; }
    /// Goes back to a place() from before.
    void go_back(std::size_t place) { position_ = place; }

    /// Throws PtxError at the token taken last.
    [[noreturn]] void fail(std::string what) const;
    /// Throws PtxError at @p line.
    [[noreturn]] void fail_at(std::uint32_t line, std::string what) const;
    /// Throws PtxError: something else than the next token was expected.
    [[noreturn]] void fail_expected(std::string_view what);

    std::string function = {}; ///< which is being read, for messages
    SourceLine source = {};    ///< the last `.loc`, for messages and instructions

private:
    std::vector<Token> tokens_;
    std::size_t position_ = 0;
    std::uint32_t line_ = 1;
};

} // namespace simulator::ptx
