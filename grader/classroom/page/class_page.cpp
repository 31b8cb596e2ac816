#include "classroom/page/class_page.h"

#include <nlohmann/json.hpp>

#include "base/json_text.h"

namespace grader {

std::string render_class_page(const Book& book, const ClassPageOptions& options) {
    constexpr std::string_view place = "@DATA@";
    // Use ASCII, because JavaScript before ES2019 treats U+2028 and U+2029 as line terminators inside
    // strings.
    const std::string document = json_text(class_page_document(book, options), -1, Characters::ascii);
    std::string page(class_page_template());
    return page.replace(page.find(place), place.size(), escape_for_script(document));
}

} // namespace grader
