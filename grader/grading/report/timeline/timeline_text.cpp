#include "grading/report/timeline/timeline_text.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/text.h"
#include "grading/report/layout.h"

namespace grader {

std::string format_amount(double bytes) {
    const char* unit = "B";
    for (const char* larger : {"KB", "MB", "GB"}) {
        if (bytes < 1000) break;
        bytes /= 1000;
        unit = larger;
    }
    const bool whole = unit[0] == 'B' || bytes >= 99.95;
    return fmt::format("{:.{}f} {}", bytes, whole ? 0 : bytes < 9.995 ? 2 : 1, unit);
}

std::string format_count(double count) {
    std::string digits = fmt::format("{:.0f}", count);
    for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, " ");
    return digits;
}

std::string align_left(std::size_t width, const std::string& text) {
    return text + blanks(width - std::min(width, columns(text)));
}

std::string align_right(std::size_t width, const std::string& text) {
    return blanks(width - std::min(width, columns(text))) + text;
}

void add_wrapped(std::string& page, const std::string& text, const Style& style, const std::string& before) {
    const std::vector<std::string> lines = wrap(text, style.width - columns(before));
    for (std::size_t i = 0; i < lines.size(); ++i)
        page += (i == 0 ? before + lines[i] : blanks(columns(before)) + lines[i].substr(margin)) + '\n';
}

std::string describe_operations(std::size_t operations, const std::optional<Iteration>& iteration) {
    std::string text = fmt::format("{} operation{}.", operations, operations == 1 ? "" : "s");
    if (iteration)
        text += fmt::format(" They repeat; these are iteration {} of {}.", iteration->number, iteration->of);
    return text;
}

} // namespace grader
