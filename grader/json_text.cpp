#include "json_text.h"

#include <nlohmann/json.hpp>

namespace grader {

using nlohmann::json;

json parse_json(const std::string& text) { return json::parse(text); }

std::string json_text(const json& value, int indent, Characters characters) {
    return value.dump(indent, ' ', characters == Characters::ascii, json::error_handler_t::replace);
}

} // namespace grader
