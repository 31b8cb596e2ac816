#include "json_text.h"

#include <nlohmann/json.hpp>

namespace grader {

using nlohmann::json;

json parse_json(const std::string& text) { return json::parse(text); }

std::string json_text(const json& value, int indent, Characters characters) {
    return value.dump(indent, ' ', characters == Characters::ascii, json::error_handler_t::replace);
}

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

} // namespace grader
