#pragma once

/// @file
/// Text templates with placeholders.

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace grader::mutation {

/// Reports whether @p code is a single name or number, which needs no parentheses anywhere.
inline bool is_plain(std::string_view code) {
    return std::all_of(code.begin(), code.end(),
                       [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; });
}

/// Replaces `{}` and `{0}` in @p text by the first of @p values, `{1}` by the second. All other braces stay.
/// Removes parentheses around a placeholder if the value needs none.
inline std::string fill(std::string_view text, const std::vector<std::string>& values) {
    struct Gap {
        std::string_view text;
        std::size_t value;
    };
    std::string filled;
    while (!text.empty()) {
        std::size_t length = 0;
        for (const Gap gap :
             {Gap{"({})", 0}, {"({0})", 0}, {"({1})", 1}, {"{}", 0}, {"{0}", 0}, {"{1}", 1}}) {
            if (!text.starts_with(gap.text)) continue;
            if (gap.text[0] == '(' && !is_plain(values.at(gap.value))) continue;
            filled += values.at(gap.value);
            length = gap.text.size();
            break;
        }
        if (length == 0) filled += text[0];
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return filled;
}

} // namespace grader::mutation
