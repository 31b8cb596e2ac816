#include "course/submission_id.h"

#include <cstdint>

#include <fmt/core.h>

namespace grader {
namespace {

/// Returns the length in bytes of the UTF-8 character of @p text at @p at; 0 if the bytes there are invalid.
std::size_t character_at(const std::string& text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto follows = [&](std::size_t i) { return (byte(at + i) & 0xc0U) == 0x80; };
    const unsigned first = byte(at);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if (!follows(i)) return 0;
    // Rejects overlong forms, surrogates, and code points past U+10FFFF.
    const unsigned second = byte(at + 1);
    const bool wrong = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                       (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return wrong ? 0 : length;
}

} // namespace

std::string to_utf8(const std::string& folder) {
    std::string text;
    for (std::size_t at = 0; at < folder.size();) {
        const std::size_t length = character_at(folder, at);
        if (length > 0)
            text.append(folder, at, length);
        else
            text += fmt::format("\\x{:02X}", static_cast<unsigned char>(folder[at]));
        at += length > 0 ? length : 1;
    }
    return text;
}

std::string submission_id(const std::string& folder, std::set<std::string>& taken) {
    const std::string name = to_utf8(folder);
    std::string id = name;
    for (int number = 2; !taken.insert(id).second; ++number) id = fmt::format("{} ({})", name, number);
    return id;
}

} // namespace grader
