#include "json_text.h"

#include <algorithm>
#include <cstddef>

#include <nlohmann/json.hpp>

namespace grader {

using nlohmann::json;

namespace {

/// Returns the nesting depth of the containers in @p value.
int depth_of(const json& value) {
    int deepest = 0;
    for (const json& part : value) // a plain value is its own only part
        if (part.is_structured()) deepest = std::max(deepest, depth_of(part));
    return value.is_structured() ? deepest + 1 : 0;
}

void append_record(std::string& text, const json& value, std::size_t columns) {
    constexpr int row = 2;
    if (depth_of(value) <= row) {
        text += json_text(value);
        return;
    }
    const char* separator = "\n";
    text += value.is_object() ? '{' : '[';
    for (const auto& [key, part] : value.items()) {
        text += separator;
        text.append(columns + 1, ' ');
        if (value.is_object()) text += json_text(key) + ": ";
        append_record(text, part, columns + 1);
        separator = ",\n";
    }
    text += '\n';
    text.append(columns, ' ');
    text += value.is_object() ? '}' : ']';
}

} // namespace

json parse_json(const std::string& text) { return json::parse(text); }

std::string json_text(const json& value, int indent, Characters characters) {
    return value.dump(indent, ' ', characters == Characters::ascii, json::error_handler_t::replace);
}

std::string record_text(const json& value) {
    std::string text;
    append_record(text, value, 0);
    return text + '\n';
}

std::string escape_for_script(const std::string& document) {
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
