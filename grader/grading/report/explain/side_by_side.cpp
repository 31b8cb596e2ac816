#include "grading/report/explain/side_by_side.h"

#include <algorithm>

#include "base/text.h"
#include "grading/report/layout.h"

namespace grader {
namespace {

constexpr std::size_t gap = 2;

std::size_t widest(const std::vector<std::string>& texts) {
    std::size_t width = 0;
    for (const std::string& text : texts) width = std::max(width, columns(text));
    return width;
}

} // namespace

std::string render_side_by_side(const std::vector<std::string>& names, const std::vector<Cells>& table,
                                const Style& style) {
    const std::size_t names_width = widest(names);
    std::string page;
    for (std::size_t first = 0; first < table.size();) {
        // At least one column, however narrow the page is.
        std::size_t end = first;
        std::size_t width = names_width;
        while (end < table.size() && (end == first || width + gap + widest(table[end]) <= style.width))
            width += gap + widest(table[end++]);
        if (first != 0) page += '\n';
        for (std::size_t row = 0; row < names.size(); ++row) {
            page += names[row] + blanks(names_width - columns(names[row]));
            for (std::size_t i = first; i < end; ++i) {
                const std::string& cell = table[i].at(row);
                page += blanks(gap + widest(table[i]) - columns(cell)) + cell;
            }
            page += '\n';
        }
        first = end;
    }
    return page;
}

} // namespace grader
