#include "course/regions.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/core.h>

#include "scan/scanner.h"

namespace grader {
namespace {

constexpr std::size_t max_digits = 4; // limit on the digits of a task's number, or of a number of lines

/// Returns the number of the region that @p line opens: `// TODO(3): ...`.
std::optional<int> opening_number(const std::string& line) {
    kernelsmith::Scanner scan(line);
    scan.skip_blanks();
    if (!scan.skip("// TODO(")) return std::nullopt;
    const std::optional<unsigned> number = scan.number(max_digits);
    return scan.skip("):") ? number : std::nullopt;
}

/// Returns the number of the region that @p line closes: `// END TODO(3)`, and nothing else.
std::optional<int> closing_number(const std::string& line) {
    kernelsmith::Scanner scan(line);
    scan.skip_blanks();
    if (!scan.skip("// END TODO(")) return std::nullopt;
    const std::optional<unsigned> number = scan.number(max_digits);
    if (!scan.skip(")")) return std::nullopt;
    scan.skip_blanks();
    return scan.at_end() ? number : std::nullopt;
}

/// Returns the number in `(about 7 lines)`.
std::optional<int> announced_lines(const std::string& line) {
    for (kernelsmith::Scanner scan(line); scan.find("(about ");) {
        const std::optional<unsigned> number = scan.number(max_digits);
        if (number && (scan.skip(" lines)") || scan.skip(" line)"))) return number;
    }
    return std::nullopt;
}

bool is_comment(const std::string& line) {
    const std::size_t start = line.find_first_not_of(" \t");
    return start != std::string::npos && line.compare(start, 2, "//") == 0;
}

bool is_code(const std::string& line) {
    const bool blank = line.find_first_not_of(" \t\r") == std::string::npos;
    return !blank && !is_comment(line) && line.find("// replace") == std::string::npos;
}

/// Reads the announced number of lines from the opening marker, or from the comment lines directly after it.
void update_announced_lines(Region& region, const std::string& line) {
    const bool only_comments = std::all_of(region.lines.begin(), region.lines.end(), is_comment);
    if (region.about_lines == 0 && only_comments) region.about_lines = announced_lines(line).value_or(0);
}

} // namespace

std::size_t Region::code_lines() const {
    return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), is_code));
}

RegionedSource split_regions(std::string_view source) {
    RegionedSource result;
    std::istringstream in{std::string(source)};
    bool inside = false;
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        const std::string at = "line " + std::to_string(number) + ": ";
        if (const std::optional<int> opened = opening_number(line)) {
            if (inside) result.errors.push_back(at + "a TODO region inside another");
            Region region;
            region.number = *opened;
            region.line = number;
            update_announced_lines(region, line);
            result.regions.push_back(std::move(region));
            result.outside += line + '\n';
            inside = true;
        } else if (const std::optional<int> closed = closing_number(line)) {
            if (!inside)
                result.errors.push_back(fmt::format("{}END TODO({}) without a start", at, *closed));
            else if (*closed != result.regions.back().number)
                result.errors.push_back(fmt::format("{}END TODO({}) closes another region", at, *closed));
            result.outside += line + '\n';
            inside = false;
        } else if (inside) {
            if (is_comment(line)) update_announced_lines(result.regions.back(), line);
            result.regions.back().lines.push_back(line);
        } else {
            result.outside += line + '\n';
        }
    }
    if (inside)
        result.errors.push_back("TODO(" + std::to_string(result.regions.back().number) + ") has no end");
    return result;
}

std::string replace_regions(std::string_view source, const RegionedSource& solution, int last) {
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

std::size_t count_started_regions(const RegionedSource& source) {
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

std::string unfinished_todos(const RegionedSource& source, int last) {
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

bool has_own_launch(const RegionedSource& source) {
    const auto launches = [](const Region& region) {
        return std::any_of(region.lines.begin(), region.lines.end(), [](const std::string& line) {
            return !is_comment(line) && line.find("<<<") != std::string::npos;
        });
    };
    return source.regions.empty() || std::any_of(source.regions.begin(), source.regions.end(), launches);
}

} // namespace grader
