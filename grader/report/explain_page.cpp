#include "report/explain_page.h"

namespace grader {
namespace {

/// @p document, so that a browser finds no end of a script in it, nor the beginning of a comment. These characters only
/// stand in strings.
std::string inside_script(const std::string& document) {
    std::string safe;
    safe.reserve(document.size());
    for (const char c : document) switch (c) {
            case '<': safe += "\\u003c"; break;
            case '>': safe += "\\u003e"; break;
            case '&': safe += "\\u0026"; break;
            default: safe += c;
        }
    return safe;
}

} // namespace

std::string render_page(const Explanation& explanation) {
    constexpr std::string_view place = "@DATA@";
    std::string page(explain_page_template());
    return page.replace(page.find(place), place.size(), inside_script(render_json(explanation)));
}

} // namespace grader
