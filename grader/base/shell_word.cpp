#include "shell_word.h"

#include <algorithm>
#include <cctype>

#include <fmt/core.h>

namespace grader {
namespace {

bool is_bare(unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("/._-+:,@").find(static_cast<char>(c)) != std::string_view::npos;
}

/// Returns whether @p c is a control character or a part of a character beyond ASCII: neither survives being
/// printed and copied.
bool is_unprintable(unsigned char c) { return c < 0x20 || c >= 0x7f; }

} // namespace

std::string shell_word(std::string_view text) {
    if (!text.empty() && std::all_of(text.begin(), text.end(), is_bare)) return std::string(text);
    const bool escapes = std::any_of(text.begin(), text.end(), is_unprintable);
    std::string word = escapes ? "$'" : "'";
    for (const char c : text) {
        if (is_unprintable(static_cast<unsigned char>(c)))
            word += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        else if (c == '\'')
            word += escapes ? "\\'" : "'\\''";
        else if (escapes && c == '\\')
            word += "\\\\";
        else
            word += c;
    }
    return word + "'";
}

} // namespace grader
