#include "course/read_cases.h"

#include <algorithm>

#include <fmt/core.h>

namespace grader {
namespace {

SizeRange read_range(StrictTable table) {
    SizeRange size;
    size.min = table.integer("min", Sign::not_negative);
    size.max = table.integer("max", Sign::not_negative);
    if (table.has("multiple"))
        size.multiple = std::max<std::int64_t>(table.integer("multiple", Sign::positive), 1);
    table.report_unknown_keys();
    if (size.min > size.max)
        table.report_error("min", "is more than max");
    else if (size.offset_of_first_multiple() > size.max - size.min)
        table.report_error("multiple", fmt::format("the range from min to max contains no multiple of {}",
                                                   size.multiple));
    return size;
}

using Ranges = std::map<std::string, SizeRange>;

Ranges read_sizes(StrictTable& table, const DefaultSizes& defaults = {}) {
    Ranges sizes;
    for (const auto& [name, value] : defaults) sizes[name] = {value, value, 1};
    for (const std::string& name : table.keys()) {
        if (table.has_table(name)) {
            sizes[name] = read_range(*table.table(name));
        } else {
            const std::int64_t value = table.integer(name, Sign::not_negative, "an integer or a table");
            sizes[name] = {value, value, 1};
        }
    }
    return sizes;
}

bool same_names(const Ranges& a, const Ranges& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& one, const auto& other) { return one.first == other.first; });
}

/// Reads alternative sizes of @p item under @p key into @p others.
void read_other_sizes(StrictTable& table, const char* key, const DefaultSizes& defaults, const Case& item,
                      Ranges& others) {
    auto found = table.optional_table(key);
    if (!found) return;
    others = read_sizes(*found, defaults);
    if (!same_names(others, item.sizes)) table.report_error(key, "has other names than sizes");
}

} // namespace

DefaultSizes read_default_sizes(StrictTable& lab) {
    DefaultSizes defaults;
    if (auto table = lab.optional_table("default_sizes"))
        for (const std::string& name : table->keys())
            defaults[name] = table->integer(name, Sign::not_negative);
    return defaults;
}

void read_sizes_into(StrictTable& table, const DefaultSizes& defaults, const std::vector<Case>& earlier,
                     Case& item) {
    auto sizes = table.table("sizes");
    if (!sizes) return;
    item.sizes = read_sizes(*sizes, defaults);
    if (earlier.empty() || !same_names(item.sizes, earlier.front().sizes))
        table.report_error("sizes", "has other names than those of case[0]");
}

std::vector<Case> read_cases(StrictTable& lab, std::string_view key, const DefaultSizes& defaults,
                             const std::vector<Case>& earlier) {
    std::vector<Case> cases;
    UniqueValues names;
    const bool weighted = key == "case";
    double weights = 0;
    for (StrictTable& table : lab.tables(key)) {
        Case& item = cases.emplace_back();
        item.name = table.text("name");
        names.add(table, "name", item.name);
        if (auto sizes = table.table("sizes")) {
            item.sizes = read_sizes(*sizes, defaults);
            const Case& first = earlier.empty() ? cases.front() : earlier.front();
            if (item.sizes.empty())
                table.report_error("sizes", "must not be empty");
            else if (!same_names(item.sizes, first.sizes))
                table.report_error("sizes", "has other names than those of case[0]");
        }
        if (weighted) {
            item.weight = table.optional_number("weight", Sign::not_negative).value_or(item.weight);
            weights += item.weight;
            read_other_sizes(table, "small", defaults, item, item.small);
        }
        if (key == "clean" || key == "counted")
            read_other_sizes(table, "secret", defaults, item, item.secret);
        table.report_unknown_keys();
    }
    if (weighted && !cases.empty() && !(weights > 0))
        lab.report_error(key, "at least one weight must be more than 0");
    return cases;
}

} // namespace grader
