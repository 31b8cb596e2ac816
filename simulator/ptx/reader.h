#pragma once

/// @file
/// Sequential access to tokens, with errors for unexpected ones.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/lexer.h"
#include "ptx/module.h"

namespace simulator::ptx {

/// A position in the tokens of a text.
class Reader {
public:
    /// Starts at the first of @p tokens, which must end like those of tokenize().
    explicit Reader(std::vector<Token> tokens);

    /// Returns the token @p ahead places after the next one, without taking it.
    [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
    /// Takes and returns the next token.
    const Token& take();
    /// Returns the line of the token taken last.
    [[nodiscard]] std::uint32_t line() const { return line_; }

    /// Returns whether @p symbol is next.
    [[nodiscard]] bool at(char symbol) const;
    /// Returns whether a token of this kind is next.
    [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
    /// Returns whether `.word` is next.
    [[nodiscard]] bool at_word(std::string_view word) const;
    /// Takes @p symbol if it is next.
    bool accept(char symbol);
    /// Takes `.word` if it is next.
    bool accept_word(std::string_view word);

    /// Takes @p symbol, which must be next.
    void expect(char symbol);
    /// Takes a name such as `%r1`; an error message calls it @p what.
    std::string_view expect_name(std::string_view what);
    /// Takes a word after a dot, without the dot; an error message calls it @p what.
    std::string_view expect_word(std::string_view what);
    /// Takes a string, without its quotation marks.
    std::string_view expect_string();
    /// Takes an integer of at most @p largest.
    std::uint64_t expect_integer(std::uint64_t largest);

    /// Skips everything up to and including the next `;`.
    void skip_statement();
    /// Skips everything from `{` to the matching `}`, or from `(` to the matching `)`.
    void skip_group(char open, char close);
    /// Skips a group if it is next. Returns whether it did.
    bool accept_group(char open, char close);

    /// Returns the position of the next token, for go_back().
    [[nodiscard]] std::size_t place() const { return position_; }
    /// Returns to an earlier place().
    void go_back(std::size_t place) { position_ = place; }

    /// Throws PtxError with the line of the token taken last.
    [[noreturn]] void fail(std::string what) const;
    /// Throws PtxError with the line @p line.
    [[noreturn]] void fail_at(std::uint32_t line, std::string what) const;
    /// Throws PtxError: something other than the next token was expected.
    [[noreturn]] void fail_expected(std::string_view what);

    std::string function = {}; ///< function that is being read, for messages
    SourceLine source = {};    ///< the last `.loc`, for messages and instructions

private:
    std::vector<Token> tokens_;
    std::size_t position_ = 0;
    std::uint32_t line_ = 1;
};

} // namespace simulator::ptx
