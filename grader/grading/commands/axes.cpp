#include "grading/commands/axes.h"

#include <cctype>
#include <sstream>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"

namespace grader {

Axis parse_axis(const std::string& text) {
    const std::size_t equals = text.find('=');
    Axis axis{text.substr(0, equals), {}};
    if (equals != std::string::npos) {
        std::istringstream values(text.substr(equals + 1));
        for (std::string value; std::getline(values, value, ',');)
            if (!value.empty()) axis.values.push_back(value);
    }
    if (axis.name.empty() || axis.values.empty())
        throw UsageError(
            fmt::format("\"{}\" has no values. Write NAME=v,v,..., for instance BLOCK=64,128,256.", text));
    return axis;
}

std::vector<Point> points_of(const std::vector<Axis>& axes) {
    std::vector<Point> points = {{}};
    for (const Axis& axis : axes) {
        std::vector<Point> longer;
        for (const Point& point : points)
            for (const std::string& value : axis.values) {
                longer.push_back(point);
                longer.back().push_back(value);
            }
        points = std::move(longer);
    }
    return points;
}

Defines defines_of(const std::vector<Axis>& axes, const Point& point) {
    Defines defines;
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (axes[i].sizes.empty()) defines[axes[i].name] = point[i];
    return defines;
}

bool has_macro(const std::filesystem::path& source, const std::string& macro) {
    const std::string text = read_text(source);
    const std::string guard = "#ifndef " + macro;
    for (std::size_t at = text.find(guard); at != std::string::npos; at = text.find(guard, at + 1)) {
        const char next = at + guard.size() < text.size() ? text[at + guard.size()] : '\n';
        if (std::isalnum(static_cast<unsigned char>(next)) == 0 && next != '_') return true;
    }
    return false;
}

std::size_t line_defining(const std::filesystem::path& source, const std::string& name) {
    const std::string text = read_text(source);
    std::size_t number = 0;
    for (const std::string_view line : split_lines(text)) {
        ++number;
        std::istringstream words{std::string(line)};
        std::string first;
        std::string word;
        words >> first;
        const bool is_macro = first == "#define" && words >> word && word == name;
        const bool is_constant = line.find("constexpr") != std::string_view::npos &&
                                 line.find(" " + name + " =") != std::string_view::npos;
        if (is_macro || is_constant) return number;
    }
    return 0;
}

void require_macro(const std::filesystem::path& source, const std::string& macro,
                   const std::string& alternatives) {
    if (has_macro(source, macro)) return;
    const std::string file = source.filename().string();
    if (const std::size_t line = line_defining(source, macro); line != 0)
        throw UsageError(
            fmt::format("{0}:{2} defines {1} unconditionally, so it cannot be set from outside. Make it a "
                        "macro, and put its definition between `#ifndef {1}` and `#endif`.",
                        file, macro, line));
    throw UsageError(fmt::format("{0} has no macro {1} to set{2}. To set it from outside, put the definition "
                                 "of {1} between `#ifndef {1}` and `#endif`.",
                                 file, macro, alternatives));
}

} // namespace grader
