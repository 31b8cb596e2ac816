#include "report/text.h"

#include <algorithm>

#include <fmt/core.h>

namespace grader {
namespace {

constexpr std::string_view ellipsis = "…";

/// A code point and the bytes it was read from; one byte and `valid` unset where these are not UTF-8.
struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 1;
    bool valid = false;
};

CodePoint first_code_point(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80) return {lead, 1, true};
    // 80 to bf continue a code point, f8 and up are no part of any.
    if (lead < 0xc0 || lead > 0xf7) return {lead, 1, false};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (text.size() < bytes) return {lead, 1, false};

    char32_t value = lead & (0x7fU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xc0U) != 0x80) return {lead, 1, false};
        value = (value << 6) | (next & 0x3fU);
    }
    constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xd800 && value <= 0xdfff;
    if (value < smallest[bytes] || value > 0x10ffff || surrogate) return {lead, 1, false};
    return {value, bytes, true};
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7f && c <= 0x9f); }

/// Characters that make a line read otherwise than it is stored: direction marks and overrides, line
/// separators, and the mark that turns up at the start of files.
bool is_misleading(char32_t c) {
    return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

/// Bytes that the first @p width columns of @p text take.
std::size_t bytes_of_columns(std::string_view text, std::size_t width) {
    std::size_t end = 0;
    for (std::size_t column = 0; column < width && end < text.size(); ++column)
        end += first_code_point(text.substr(end)).bytes;
    return end;
}

} // namespace

std::string printable(std::string_view text, std::size_t max_characters) {
    std::string shown;
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == max_characters) return shown.append(ellipsis);
        const CodePoint c = first_code_point(text);
        if (!c.valid || c.value < 0x20 || c.value == 0x7f) {
            if (c.value == '\t')
                shown += "    ";
            else
                shown += fmt::format("\\x{:02x}", static_cast<unsigned>(c.value));
        } else if (is_control(c.value) || is_misleading(c.value)) {
            shown += fmt::format("\\u{:04x}", static_cast<unsigned>(c.value));
        } else {
            shown += text.substr(0, c.bytes);
        }
        text.remove_prefix(c.bytes);
    }
    return shown;
}

std::size_t columns(std::string_view text) {
    std::size_t count = 0;
    for (; !text.empty(); ++count) text.remove_prefix(first_code_point(text).bytes);
    return count;
}

std::string cut(std::string_view text, std::size_t width) {
    if (columns(text) <= width) return std::string(text);
    if (width == 0) return {};
    return std::string(text.substr(0, bytes_of_columns(text, width - 1))).append(ellipsis);
}

std::vector<std::string> wrap(std::string_view line, std::size_t width) {
    width = std::max<std::size_t>(width, 1);
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    // However deep a line starts, half of the width is left for text.
    const std::string deeper(std::min(indent + 2, width / 2), ' ');

    std::vector<std::string> pieces;
    std::string prefix;
    std::size_t text_start = indent;
    while (columns(line) > width - prefix.size()) {
        const std::size_t room = bytes_of_columns(line, width - prefix.size());
        const std::size_t blank = line.rfind(' ', room);
        const std::size_t end = blank == std::string_view::npos || blank <= text_start ? room : blank;
        pieces.push_back(prefix + std::string(line.substr(0, end)));
        line.remove_prefix(std::min(line.find_first_not_of(' ', end), line.size()));
        prefix = deeper;
        text_start = 0;
    }
    if (!line.empty() || pieces.empty()) pieces.push_back(prefix + std::string(line));
    return pieces;
}

} // namespace grader
