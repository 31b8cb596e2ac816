#include "grading/report/explain/slide_title.h"

#include <fmt/core.h>

#include "base/files.h"

namespace grader {

std::string slide_title(std::string_view slides, const std::string& anchor) {
    const std::string begins = fmt::format("<a id=\"{}\">", anchor);
    std::string heading; // heading of the current page
    bool found = false;
    for (const std::string_view line : split_lines(slides)) {
        if (line == "---") {
            if (found && !heading.empty()) return heading;
            if (found) return anchor;
            heading.clear();
        }
        const std::size_t text =
            line.starts_with('#') ? line.find_first_not_of("# ") : std::string_view::npos;
        if (text != std::string_view::npos) heading = line.substr(text);
        // An anchor precedes its heading, or follows it on the same page.
        if (found && text != std::string_view::npos) return heading;
        if (line.find(begins) != std::string_view::npos) found = true;
    }
    return found && !heading.empty() ? heading : anchor;
}

} // namespace grader
