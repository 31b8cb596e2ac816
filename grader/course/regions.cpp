#include "course/regions.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <regex>
#include <set>
#include <sstream>

#include <fmt/core.h>

namespace grader {
namespace {

const std::regex opening(R"(^\s*// TODO\((\d{1,4})\):)");
const std::regex closing(R"(^\s*// END TODO\((\d{1,4})\)\s*$)");
const std::regex announced(R"(\(about (\d{1,4}) lines?\))");

/// Markers are short. The library's regex goes one call deeper for each character, and a line may be of any
/// length.
constexpr std::size_t longest_marker = 400;

bool is_comment(const std::string& line) {
    const std::size_t start = line.find_first_not_of(" \t");
    return start != std::string::npos && line.compare(start, 2, "//") == 0;
}

bool is_code(const std::string& line) {
    const bool blank = line.find_first_not_of(" \t\r") == std::string::npos;
    return !blank && !is_comment(line) && line.find("// replace") == std::string::npos;
}

/// The announced number of lines stands in the opening marker, or in the comment lines right below it.
void look_for_announcement(Region& region, const std::string& line) {
    std::smatch match;
    const bool only_comments = std::all_of(region.lines.begin(), region.lines.end(), is_comment);
    if (region.about_lines == 0 && only_comments && std::regex_search(line, match, announced))
        region.about_lines = std::stoi(match[1]);
}

} // namespace

std::size_t Region::code_lines() const {
    return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), is_code));
}

RegionedSource split_regions(std::string_view source) {
    RegionedSource result;
    std::istringstream in{std::string(source)};
    bool inside = false;
    std::smatch match;
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        const std::string at = "line " + std::to_string(number) + ": ";
        const std::string head = line.substr(0, longest_marker);
        if (std::regex_search(head, match, opening)) {
            if (inside) result.errors.push_back(at + "a TODO region inside another");
            Region region;
            region.number = std::stoi(match[1]);
            region.line = number;
            look_for_announcement(region, head);
            result.regions.push_back(std::move(region));
            result.outside += line + '\n';
            inside = true;
        } else if (std::regex_match(head, match, closing)) {
            if (!inside)
                result.errors.push_back(at + "END TODO(" + match[1].str() + ") without a beginning");
            else if (std::stoi(match[1]) != result.regions.back().number)
                result.errors.push_back(at + "END TODO(" + match[1].str() + ") closes another region");
            result.outside += line + '\n';
            inside = false;
        } else if (inside) {
            if (is_comment(line)) look_for_announcement(result.regions.back(), head);
            result.regions.back().lines.push_back(line);
        } else {
            result.outside += line + '\n';
        }
    }
    if (inside)
        result.errors.push_back("TODO(" + std::to_string(result.regions.back().number) + ") has no end");
    return result;
}

std::string with_regions_of(std::string_view source, const RegionedSource& solution, int last) {
    const RegionedSource parts = split_regions(source);
    std::string text;
    std::size_t number = 0;
    auto region = parts.regions.begin();
    std::istringstream outside(parts.outside);
    for (std::string line; std::getline(outside, line);) {
        text += line + '\n';
        ++number;
        if (region == parts.regions.end() || number != region->line) continue;
        const auto other =
            std::find_if(solution.regions.begin(), solution.regions.end(),
                         [&](const Region& candidate) { return candidate.number == region->number; });
        const bool filled = region->number <= last && other != solution.regions.end();
        for (const std::string& inside : filled ? other->lines : region->lines) text += inside + '\n';
        number += region->lines.size();
        ++region;
    }
    return text;
}

std::string fingerprint(const RegionedSource& source) {
    std::uint64_t hash = 14695981039346656037U; // FNV-1a
    const auto add = [&](char c) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 1099511628211U;
    };
    for (const Region& region : source.regions) {
        for (const char c : "TODO" + std::to_string(region.number)) add(c);
        for (const std::string& line : region.lines)
            for (const char c : line.substr(0, line.find("//")))
                if (std::isspace(static_cast<unsigned char>(c)) == 0) add(c);
    }
    return fmt::format("{:016x}", hash);
}

std::size_t regions_begun(const RegionedSource& source) {
    return static_cast<std::size_t>(
        std::count_if(source.regions.begin(), source.regions.end(),
                      [](const Region& region) { return region.code_lines() > 0; }));
}

const Region* placeholder_at(const RegionedSource& source, std::size_t line) {
    for (const Region& region : source.regions)
        if (line > region.line && line <= region.line + region.lines.size() && region.code_lines() == 0)
            return &region;
    return nullptr;
}

std::string without_code(const RegionedSource& source, int last) {
    std::set<int> numbers;
    for (const Region& region : source.regions)
        if (region.number <= last && region.code_lines() == 0) numbers.insert(region.number);
    std::string text;
    for (const int number : numbers) {
        if (!text.empty()) text += number == *numbers.rbegin() ? " and " : ", ";
        text += "TODO(" + std::to_string(number) + ")";
    }
    return text;
}

bool launches_itself(const RegionedSource& source) {
    const auto launches = [](const Region& region) {
        return std::any_of(region.lines.begin(), region.lines.end(), [](const std::string& line) {
            return !is_comment(line) && line.find("<<<") != std::string::npos;
        });
    };
    return source.regions.empty() || std::any_of(source.regions.begin(), source.regions.end(), launches);
}

} // namespace grader
