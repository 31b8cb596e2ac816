#include "grading/report/explain/explain_page.h"

#include "base/json_text.h"

namespace grader {

std::string render_page(const Explanation& explanation) {
    constexpr std::string_view place = "@DATA@";
    std::string page(explain_page_template());
    return page.replace(page.find(place), place.size(), escape_for_script(render_json(explanation)));
}

} // namespace grader
