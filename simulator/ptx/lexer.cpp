#include "ptx/lexer.h"

#include <algorithm>

#include <fmt/core.h>

#include "ptx/number.h"
#include "ptx/parser.h"

namespace simulator::ptx {
namespace {

// The characters of PTX are ASCII, whatever the locale of the host is.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\n'; }
bool in_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
bool in_name(char c) { return in_word(c) || c == '$'; }
bool begins_name(char c) { return is_letter(c) || c == '_' || c == '$' || c == '%'; }

constexpr std::string_view punctuation = "()[]{}<>,;:@!|+-=";

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    std::vector<Token> tokens() {
        std::vector<Token> result;
        do {
            skip_blanks();
            result.push_back(token());
        } while (result.back().kind != TokenKind::end);
        return result;
    }

private:
    [[nodiscard]] char at(std::size_t ahead = 0) const {
        return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
    }
    [[nodiscard]] bool done() const { return position_ >= text_.size(); }

    [[noreturn]] void fail(std::string what) const { throw PtxError(line_, "", {}, std::move(what)); }

    void step() {
        if (at() == '\n') ++line_;
        ++position_;
    }

    void skip_blanks() {
        while (!done()) {
            if (is_blank(at()))
                step();
            else if (at() == '/' && at(1) == '/')
                while (!done() && at() != '\n') step();
            else if (at() == '/' && at(1) == '*')
                skip_comment();
            else
                return;
        }
    }

    void skip_comment() {
        const std::size_t end = text_.find("*/", position_ + 2);
        if (end == std::string_view::npos) fail("a comment has no end");
        while (position_ < end + 2) step();
    }

    Token token() {
        Token token;
        token.line = line_;
        if (done()) return token;
        if (begins_name(at())) return name(token);
        if (is_digit(at())) return number(token);
        if (at() == '.') return dot_word(token);
        if (at() == '"') return string(token);
        if (punctuation.find(at()) == std::string_view::npos) unexpected();
        token.kind = TokenKind::punctuation;
        token.symbol = at();
        token.text = text_.substr(position_++, 1);
        return token;
    }

    [[noreturn]] void unexpected() const {
        const auto code = static_cast<unsigned char>(at());
        if (code > ' ' && code < 127) fail(fmt::format("unexpected character '{}'", at()));
        fail(fmt::format("unexpected character with code {}", code));
    }

    Token name(Token token) {
        const std::size_t begin = position_++;
        while (in_name(at())) ++position_;
        token.kind = TokenKind::name;
        token.text = text_.substr(begin, position_ - begin);
        if (token.text == "%") fail("unexpected character '%'");
        return token;
    }

    Token dot_word(Token token) {
        const std::size_t begin = ++position_;
        while (in_word(at()) || (at() == ':' && at(1) == ':' && in_word(at(2))))
            position_ += at() == ':' ? 2 : 1;
        token.kind = TokenKind::dot_word;
        token.text = text_.substr(begin, position_ - begin);
        if (token.text.empty()) fail("expected a word after '.'");
        return token;
    }

    Token string(Token token) {
        step();
        const std::size_t begin = position_;
        while (!done() && at() != '"') {
            if (at() == '\\' && position_ + 1 < text_.size()) step();
            step();
        }
        if (done()) throw PtxError(token.line, "", {}, "a string has no end");
        token.kind = TokenKind::string;
        token.text = text_.substr(begin, position_ - begin);
        step();
        return token;
    }

    Token number(Token token) {
        const std::size_t begin = position_;
        const bool decimal = at() != '0' || !is_letter(at(1));
        while (in_word(at()) || (decimal && continues_decimal())) ++position_;
        token.text = text_.substr(begin, position_ - begin);
        const auto value = number_of(token.text);
        if (!value)
            fail(fmt::format("{} is not a number that PTX knows, or is too large", in_quotes(token.text)));
        token.kind = value->kind;
        token.bits = value->bits;
        return token;
    }

    /// Returns whether a decimal point with a digit after it, or the sign of an exponent, is next.
    [[nodiscard]] bool continues_decimal() const {
        if (at() == '.') return is_digit(at(1));
        const char before = text_[position_ - 1];
        return (at() == '+' || at() == '-') && (before == 'e' || before == 'E') && is_digit(at(1));
    }

    std::string_view text_;
    std::size_t position_ = 0;
    std::uint32_t line_ = 1;
};

} // namespace

std::vector<Token> tokenize(std::string_view text) {
    // PTX in a fat binary is padded with zeros.
    const std::size_t last = text.find_last_not_of('\0');
    return Lexer(text.substr(0, last == std::string_view::npos ? 0 : last + 1)).tokens();
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t max_quoted_bytes = 120;
    if (text.size() <= max_quoted_bytes) return fmt::format("'{}'", text);
    return fmt::format("'{}...'", text.substr(0, max_quoted_bytes));
}

} // namespace simulator::ptx
