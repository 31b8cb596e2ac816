#include "base/text.h"

#include <algorithm>
#include <cwchar>
#include <locale.h>

#include <fmt/core.h>

namespace grader {
namespace {

constexpr std::string_view ellipsis = "…";

/// Switches the C library to UTF-8 for the lifetime of this object, whatever the locale of the process is. On
/// a system without the locale C.UTF-8 only ASCII is recognized; other characters are then shown byte by
/// byte.
class ReadsUtf8 {
public:
    ReadsUtf8() : before_(::uselocale(utf8())) {}
    ~ReadsUtf8() { ::uselocale(before_); }
    ReadsUtf8(const ReadsUtf8&) = delete;
    ReadsUtf8& operator=(const ReadsUtf8&) = delete;

private:
    static locale_t utf8() {
        static const locale_t locale = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        return locale;
    }

    locale_t before_;
};

/// A code point and its bytes; one byte, with `valid` false, if the text is not UTF-8.
struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 1;
    bool valid = false;
    std::size_t columns = 1; ///< two for a Chinese character, none for a combining accent
};

CodePoint first_code_point(std::string_view text) {
    const ReadsUtf8 here;
    std::mbstate_t state{};
    wchar_t read = 0;
    const std::size_t bytes = std::mbrtowc(&read, text.data(), text.size(), &state);
    const auto value = static_cast<char32_t>(read);
    // A length beyond the text is an error. The C library also accepts the former UTF-8 beyond the largest
    // code point.
    if (bytes > text.size() || value > 0x10ffff) return {static_cast<unsigned char>(text[0])};
    const int columns = ::wcwidth(read);
    return {value, std::max<std::size_t>(bytes, 1), true,
            columns < 0 ? 1 : static_cast<std::size_t>(columns)};
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7f && c <= 0x9f); }

/// Returns whether @p c makes a line read differently from its bytes: direction marks and overrides, line
/// separators, and the byte order mark.
bool is_misleading(char32_t c) {
    return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

/// Returns the number of bytes of @p text that fit into @p width columns.
std::size_t bytes_of_columns(std::string_view text, std::size_t width) {
    std::size_t end = 0;
    for (std::size_t column = 0; end < text.size();) {
        const CodePoint next = first_code_point(text.substr(end));
        column += next.columns;
        if (column > width) break;
        end += next.bytes;
    }
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
    while (!text.empty()) {
        const CodePoint next = first_code_point(text);
        count += next.columns;
        text.remove_prefix(next.bytes);
    }
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
    // However deep a line is indented, half of the width is left for text.
    const std::string deeper(std::min(indent + 2, width / 2), ' ');

    std::vector<std::string> pieces;
    std::string prefix;
    std::size_t text_start = indent;
    while (columns(line) > width - prefix.size()) {
        // At least one character, even if it is wider than the rest of the line.
        const std::size_t room =
            std::max(bytes_of_columns(line, width - prefix.size()), first_code_point(line).bytes);
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
