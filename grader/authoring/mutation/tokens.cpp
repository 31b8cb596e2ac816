#include "authoring/mutation/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace grader::mutation {
namespace {

/// Punctuators of more than one character, the longest first. In the course's sources, `>>` never closes two
/// templates.
constexpr std::array<std::string_view, 26> long_punctuators = {
    "<<<", ">>>", "<<=", ">>=", "...", "->*", "::", "->", "++", "--", "<<", ">>", "<=",
    ">=",  "==",  "!=",  "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^="};

bool begins_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_word(char c) { return begins_word(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Tokenizes a source from beginning to end.
class Reader {
public:
    explicit Reader(std::string_view source) : source_(source) {}

    std::vector<Token> run() {
        while (at_ < source_.size()) {
            const char c = source_[at_];
            if (std::isspace(static_cast<unsigned char>(c)) != 0)
                skip(1);
            else if (starts("//"))
                skip(to(source_.find('\n', at_)));
            else if (starts("/*"))
                skip(past("*/", 2));
            else if (c == '#' && at_line_start_)
                skip_directive();
            else
                take(c);
        }
        return std::move(tokens_);
    }

private:
    [[nodiscard]] bool starts(std::string_view what) const { return source_.substr(at_).starts_with(what); }
    /// Returns the number of characters up to @p end, which may be npos.
    [[nodiscard]] std::size_t to(std::size_t end) const { return std::min(end, source_.size()) - at_; }
    /// Returns the number of characters to the end of the next @p what, searched from @p begin characters on.
    [[nodiscard]] std::size_t past(std::string_view what, std::size_t begin) const {
        const std::size_t found = source_.find(what, std::min(at_ + begin, source_.size()));
        return found == std::string_view::npos ? to(found) : to(found + what.size());
    }

    void skip(std::size_t count) {
        for (; count > 0; --count, ++at_) {
            if (source_[at_] != '\n') continue;
            ++line_;
            at_line_start_ = true;
        }
    }

    /// Skips to the end of the line, including continuation lines after a backslash.
    void skip_directive() {
        std::size_t end = source_.find('\n', at_);
        while (end != std::string_view::npos && source_[end - 1] == '\\') end = source_.find('\n', end + 1);
        skip(to(end));
        after_directive_ = true;
    }

    void take(char c) {
        const bool dot_number = c == '.' && at_ + 1 < source_.size() && std::isdigit(source_[at_ + 1]) != 0;
        if (starts("R\""))
            add(TokenKind::text, raw_text());
        else if (c == '"' || c == '\'')
            add(TokenKind::text, verbatim(c));
        else if (std::isdigit(static_cast<unsigned char>(c)) != 0 || dot_number)
            add(TokenKind::number, number());
        else if (begins_word(c))
            add(TokenKind::word, word());
        else
            add(TokenKind::punctuator, punctuator());
    }

    void add(TokenKind kind, std::size_t length) {
        tokens_.push_back({kind, source_.substr(at_, length), at_, line_, after_directive_});
        skip(length);
        at_line_start_ = after_directive_ = false;
    }

    [[nodiscard]] std::size_t verbatim(char quote) const {
        std::size_t end = at_ + 1;
        while (end < source_.size() && source_[end] != quote) end += source_[end] == '\\' ? 2 : 1;
        return to(end + 1);
    }

    [[nodiscard]] std::size_t raw_text() const {
        const std::size_t open = source_.find('(', at_);
        if (open == std::string_view::npos) return to(open);
        const std::string close = ")" + std::string(source_.substr(at_ + 2, open - at_ - 2)) + "\"";
        return past(close, open - at_);
    }

    /// Returns the length of a number with its suffix and the sign of its exponent.
    [[nodiscard]] std::size_t number() const {
        std::size_t end = at_;
        const bool hexadecimal = starts("0x") || starts("0X");
        const auto is_exponent = [&](char c) {
            return hexadecimal ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
        };
        while (end < source_.size()) {
            const char c = source_[end];
            const bool sign = (c == '+' || c == '-') && end > at_ && is_exponent(source_[end - 1]);
            if (!continues_word(c) && c != '.' && c != '\'' && !sign) break;
            ++end;
        }
        return to(end);
    }

    [[nodiscard]] std::size_t word() const {
        std::size_t end = at_;
        while (end < source_.size() && continues_word(source_[end])) ++end;
        return to(end);
    }

    [[nodiscard]] std::size_t punctuator() const {
        for (const std::string_view known : long_punctuators)
            if (starts(known)) return known.size();
        return 1;
    }

    std::string_view source_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    bool at_line_start_ = true;
    bool after_directive_ = false;
};

} // namespace

std::vector<Token> tokens_of(std::string_view source) { return Reader(source).run(); }

} // namespace grader::mutation
