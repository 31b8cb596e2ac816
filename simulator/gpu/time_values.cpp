#include "gpu/time_values.h"

#include <cmath>
#include <stdexcept>

#include <fmt/core.h>
#include <toml++/toml.h>

namespace simulator {
namespace {

constexpr std::string_view root = "time";
constexpr std::string_view derived_from = "derived_from";

toml::table toml_of(std::string_view id, std::string_view text) {
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw std::invalid_argument(
            fmt::format("Times of {}: line {}: {}.", id, error.source().begin.line, error.description()));
    }
}

TimeValue value_of(std::string_view id, const std::string& key, const toml::node& node) {
    const toml::array* const pair = node.as_array();
    if (pair == nullptr || pair->size() != 2 || !pair->get(0)->is_number())
        fail_times(id, full_key(key), "must be [number, \"source\"]");
    const double number = pair->get(0)->value<double>().value();
    const auto source = pair->get(1)->value_exact<std::string>();
    if (!source || source->empty())
        fail_times(id, full_key(key), "must name its source: [number, \"source\"]");
    if (!std::isfinite(number) || number < 0) fail_times(id, full_key(key), "is out of range");
    return {number, *source};
}

} // namespace

TimeText parse_times(std::string_view id, std::string_view toml) {
    const toml::table file = toml_of(id, toml);
    TimeText text;
    for (const auto& [key, node] : file) {
        if (key.str() == derived_from) {
            const auto base = node.value_exact<std::string>();
            if (!base || base->empty()) fail_times(id, derived_from, "must be the name of a device");
            text.derived_from = *base;
        } else if (key.str() != root) {
            fail_times(id, key.str(), "is unknown");
        }
    }
    const toml::table* const time = file[root].as_table();
    if (time == nullptr) fail_times(id, root, "is missing, or no table");
    const auto add = [&](const std::string& key, const toml::node& node) {
        text.values.emplace(key, value_of(id, key, node));
    };
    for (const auto& [key, node] : *time) {
        if (node.is_array_of_tables()) continue; // single measurements of calibrate
        const toml::table* const table = node.as_table();
        if (table == nullptr) {
            add(std::string(key.str()), node);
            continue;
        }
        for (const auto& [inner, value] : *table) add(fmt::format("{}.{}", key.str(), inner.str()), value);
    }
    return text;
}

std::string full_key(std::string_view key) { return fmt::format("{}.{}", root, key); }

void fail_times(std::string_view id, std::string_view key, std::string_view what) {
    throw std::invalid_argument(fmt::format("Times of {}: {} {}.", id, key, what));
}

} // namespace simulator
