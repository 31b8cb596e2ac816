#pragma once

/// @file
/// Reads text of a known form from left to right. std::regex would add two seconds to the compilation of each
/// file that uses it.

#include <cctype>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>

namespace kernelsmith {

/// A position in a text. Each member function advances it past the match, and leaves it unchanged without a
/// match.
///
/// @code
/// Scanner scan("Used 32 registers");
/// if (scan.find("Used ")) registers = scan.number();
/// @endcode
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    /// Returns the text after the position.
    [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

    /// Skips @p literal if it is at the position.
    bool skip(std::string_view literal) {
        if (!rest().starts_with(literal)) return false;
        at_ += literal.size();
        return true;
    }

    /// Skips everything up to and including the next @p literal.
    bool find(std::string_view literal) {
        const std::size_t found = text_.find(literal, at_);
        if (found == std::string_view::npos) return false;
        at_ = found + literal.size();
        return true;
    }

    void skip_blanks() {
        while (!at_end() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }

    /// Skips and returns the text before the next character of @p ends, or the rest if there is none.
    std::string_view until(std::string_view ends) {
        const std::string_view found = rest().substr(0, rest().find_first_of(ends));
        at_ += found.size();
        return found;
    }

    /// Skips and returns the unsigned decimal number at the position, of at most @p digits digits.
    std::optional<unsigned> number(std::size_t digits = 9) {
        const std::string_view figures = rest().substr(0, rest().find_first_not_of("0123456789"));
        unsigned value = 0;
        if (figures.empty() || figures.size() > digits) return std::nullopt;
        std::from_chars(figures.data(), figures.data() + figures.size(), value);
        at_ += figures.size();
        return value;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace kernelsmith
