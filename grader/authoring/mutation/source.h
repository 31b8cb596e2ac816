#pragma once

/// @file
/// A source with as much of its structure as the rules look at: brackets, statements, headers, operands.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "authoring/mutation/tokens.h"

namespace grader::mutation {

/// Neighbouring tokens, by their numbers.
struct Range {
    std::size_t first = 0; ///< the first of them
    std::size_t last = 0;  ///< the last of them, which is one of them
};

/// What ends with a semicolon inside of a function.
struct Statement {
    Range range;              ///< with the semicolon
    bool declaration = false; ///< it begins with a type
};

/// An `if`, `for` or `while` with what hangs on it.
struct Control {
    std::string_view keyword;       ///< `if`, `for` or `while`
    Range header;                   ///< with both parentheses
    Range body;                     ///< a block with its braces, or one statement
    std::optional<Range> otherwise; ///< from `else` on; none where there is none
};

/// One change of a source: these tokens become this text.
struct Edit {
    Range range;      ///< the tokens
    std::string text; ///< has no more lines than the tokens have
};

/// A source in pieces. Only code inside of functions is told of: what stands outside, `constexpr` declarations and
/// `static_assert` are left alone, because they are types and the constants that tune.
class Source {
public:
    /// Takes @p text apart.
    explicit Source(std::string text);
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    /// As it was given.
    [[nodiscard]] const std::string& text() const { return text_; }
    /// All of them, by their numbers.
    [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
    /// In the order of the file, those of blocks inside of others included.
    [[nodiscard]] const std::vector<Statement>& statements() const { return statements_; }
    /// In the order of the file.
    [[nodiscard]] const std::vector<Control>& controls() const { return controls_; }

    /// Whether rules may change token @p i.
    [[nodiscard]] bool is_code(std::size_t i) const { return code_[i]; }
    /// The bracket that belongs to the bracket @p i; @p i itself where there is none. Angles of templates are
    /// brackets.
    [[nodiscard]] std::size_t match(std::size_t i) const { return match_[i]; }
    /// How tightly the binary operator @p i binds, from 1 for assignments and `?` to 11 for products; 0: it is none.
    [[nodiscard]] int precedence(std::size_t i) const { return precedence_[i]; }
    /// What stands on the left of the binary operator @p i.
    [[nodiscard]] Range left_operand(std::size_t i) const;
    /// What stands on the right of the binary operator @p i.
    [[nodiscard]] Range right_operand(std::size_t i) const;
    /// The expression that begins with token @p i and ends before a comma, a closing bracket, a colon or a semicolon.
    [[nodiscard]] Range expression_from(std::size_t i) const;
    /// The statement that token @p i belongs to; null where it belongs to a header.
    [[nodiscard]] const Statement* statement_of(std::size_t i) const;
    /// Whether token @p i stands in the header of a loop.
    [[nodiscard]] bool in_loop_header(std::size_t i) const;
    /// Whether the bracket @p i says how large an array is, and does not choose one of its elements.
    [[nodiscard]] bool is_array_size(std::size_t i) const;
    /// The arguments between the bracket @p open and its match, one range each; none where it is empty.
    [[nodiscard]] std::vector<Range> arguments(std::size_t open) const;

    /// The tokens of @p range on one line, without comments.
    [[nodiscard]] std::string code(Range range) const;
    /// The text of @p range as it stands.
    [[nodiscard]] std::string raw(Range range) const;
    /// What stands between the tokens @p left and @p right: space, comments, preprocessor lines.
    [[nodiscard]] std::string between(std::size_t left, std::size_t right) const;
    /// Whether a preprocessor line stands inside of @p range, so that it cannot be written on one line.
    [[nodiscard]] bool has_directive(Range range) const;
    /// The whole source with @p edit made. What follows keeps its lines.
    [[nodiscard]] std::string with(const Edit& edit) const;

private:
    void match_brackets();
    void find_operators();
    std::size_t read_block(std::size_t open);
    std::size_t read_statement(std::size_t first);
    std::size_t read_control(std::size_t first);
    void mark_code(Range range);
    [[nodiscard]] bool opens_function(std::size_t i) const;
    [[nodiscard]] bool is_type(std::size_t i) const;

    std::string text_;
    std::vector<Token> tokens_;
    std::vector<std::size_t> match_;
    std::vector<int> precedence_;
    std::vector<bool> code_;
    std::vector<Statement> statements_;
    std::vector<Control> controls_;
};

} // namespace grader::mutation
