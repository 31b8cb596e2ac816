#include "classroom/submissions/path_in_json.h"

#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

namespace grader {

nlohmann::json path_to_json(const std::filesystem::path& path) {
    const std::string& text = path.native();
    const auto is_plain = [](unsigned char c) { return c < 0x80; };
    if (std::all_of(text.begin(), text.end(), is_plain)) return text;
    nlohmann::json numbers = nlohmann::json::array();
    for (const char c : text) numbers.push_back(static_cast<unsigned char>(c));
    return numbers;
}

std::filesystem::path path_from_json(const nlohmann::json& value) {
    if (value.is_string()) return value.get<std::string>();
    std::string text;
    for (const nlohmann::json& byte : value) text += static_cast<char>(byte.get<unsigned char>());
    return text;
}

} // namespace grader
