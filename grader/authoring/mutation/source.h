#pragma once

/// @file
/// A source with the parts of its structure that rules need: brackets, statements, headers, operands.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "authoring/mutation/tokens.h"

namespace grader::mutation {

/// A range of adjacent tokens, by index.
struct Range {
    std::size_t first = 0; ///< first token
    std::size_t last = 0;  ///< last token, inclusive
};

/// A statement that ends with a semicolon inside a function.
struct Statement {
    Range range;              ///< with the semicolon
    bool declaration = false; ///< it begins with a type
};

/// An `if`, `for` or `while` with its header and body.
struct Control {
    std::string_view keyword;       ///< `if`, `for` or `while`
    Range header;                   ///< with both parentheses
    Range body;                     ///< a block with its braces, or one statement
    std::optional<Range> otherwise; ///< tokens from `else` on; none: there is no `else`
};

/// One change of a source: replaces tokens by a text.
struct Edit {
    Range range;      ///< tokens to replace
    std::string text; ///< has at most as many lines as the tokens
};

/// A parsed source. Only code inside functions is parsed into statements: declarations outside, `constexpr`
/// declarations and `static_assert` are not changed, because they are types and tuning constants.
class Source {
public:
    /// Parses @p text.
    explicit Source(std::string text);
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    /// The original text.
    [[nodiscard]] const std::string& text() const { return text_; }
    /// All tokens of the source.
    [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
    /// All statements in the order of the file, including those of nested blocks.
    [[nodiscard]] const std::vector<Statement>& statements() const { return statements_; }
    /// All control statements in the order of the file.
    [[nodiscard]] const std::vector<Control>& controls() const { return controls_; }

    /// Reports whether rules may change token @p i.
    [[nodiscard]] bool is_code(std::size_t i) const { return code_[i]; }
    /// Returns the index of the bracket that matches the bracket @p i; @p i itself if there is none. Angle
    /// brackets of templates count as brackets.
    [[nodiscard]] std::size_t match(std::size_t i) const { return match_[i]; }
    /// Returns the precedence of the binary operator @p i, from 1 for assignments and `?` to 11 for products;
    /// 0: it is not one.
    [[nodiscard]] int precedence(std::size_t i) const { return precedence_[i]; }
    /// Returns the left operand of the binary operator @p i.
    [[nodiscard]] Range left_operand(std::size_t i) const;
    /// Returns the right operand of the binary operator @p i.
    [[nodiscard]] Range right_operand(std::size_t i) const;
    /// Returns the expression that begins with token @p i and ends before a comma, a closing bracket, a colon
    /// or a semicolon.
    [[nodiscard]] Range expression_from(std::size_t i) const;
    /// Returns the statement that contains token @p i; null if a header contains it.
    [[nodiscard]] const Statement* statement_of(std::size_t i) const;
    /// Reports whether token @p i is in the header of a loop.
    [[nodiscard]] bool in_loop_header(std::size_t i) const;
    /// Reports whether the bracket @p i encloses the size of a declared array rather than an index.
    [[nodiscard]] bool is_array_size(std::size_t i) const;
    /// Returns the ranges of the arguments between the bracket @p open and its match; none if it is empty.
    [[nodiscard]] std::vector<Range> arguments(std::size_t open) const;

    /// Returns the tokens of @p range on one line, without comments.
    [[nodiscard]] std::string code(Range range) const;
    /// Returns the source text of @p range.
    [[nodiscard]] std::string raw(Range range) const;
    /// Returns the source text between the tokens @p left and @p right: white space, comments, preprocessor
    /// lines.
    [[nodiscard]] std::string between(std::size_t left, std::size_t right) const;
    /// Reports whether @p range contains a preprocessor line, so that it cannot be written on one line.
    [[nodiscard]] bool has_directive(Range range) const;
    /// Returns the whole source with @p edit applied. Line numbers of the code after the edit stay the same.
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
