#include "course/strict_table.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include "base/local_time.h"

namespace grader {

namespace {

std::string_view kind_of(const toml::node& node) {
    switch (node.type()) {
        case toml::node_type::table: return "a table";
        case toml::node_type::array: return "an array";
        case toml::node_type::string: return "a string";
        case toml::node_type::integer: return "an integer";
        case toml::node_type::floating_point: return "a number with a fraction";
        case toml::node_type::boolean: return "a truth value";
        case toml::node_type::date:
        case toml::node_type::time:
        case toml::node_type::date_time: return "a date or time";
        case toml::node_type::none: break;
    }
    return "nothing";
}

std::string mismatch(std::string_view expected, const toml::node& found) {
    return fmt::format("expected {}, found {}", expected, kind_of(found));
}

/// Returns seconds since 1970; nothing for a time that local clocks skip.
std::optional<double> unix_time_of(const toml::date_time& written) {
    const toml::date& date = written.date;
    const toml::time& time = written.time;
    const double fraction = time.nanosecond * 1e-9;
    if (written.offset) {
        const std::chrono::sys_days day = std::chrono::year(date.year) / date.month / date.day;
        const auto seconds = std::chrono::seconds(day.time_since_epoch()) + std::chrono::hours(time.hour) +
                             std::chrono::minutes(time.minute - written.offset->minutes) +
                             std::chrono::seconds(time.second);
        return static_cast<double>(seconds.count()) + fraction;
    }
    std::tm shown{};
    shown.tm_year = date.year - 1900;
    shown.tm_mon = date.month - 1;
    shown.tm_mday = date.day;
    shown.tm_hour = time.hour;
    shown.tm_min = time.minute;
    shown.tm_sec = time.second;
    const std::optional<double> moment = unix_time_of_local(shown);
    return moment ? std::optional(*moment + fraction) : std::nullopt;
}

/// Returns the line of @p source. An implicit table has no line in the file; it is reported at line 1.
std::size_t line_of(const toml::source_region& source) { return std::max<std::size_t>(source.begin.line, 1); }

} // namespace

void TomlErrors::add(std::size_t line, std::string_view key, std::string_view text) {
    lines_.emplace_back(line, fmt::format("{}:{}: {}{}{}", file_, line, key, key.empty() ? "" : ": ", text));
}

std::string TomlErrors::text() const {
    auto lines = lines_;
    std::stable_sort(lines.begin(), lines.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string all;
    for (const auto& [line, text] : lines) all += (all.empty() ? "" : "\n") + text;
    return all;
}

struct StrictTable::Impl {
    const toml::table& table;
    std::string path;
    TomlErrors& complaints;
    std::set<std::string, std::less<>> known = {};

    StrictTable below(const toml::table& other, std::string its_path) const {
        return StrictTable(std::make_unique<Impl>(Impl{other, std::move(its_path), complaints}));
    }
    std::string path_of(std::string_view key) const {
        return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
    }
    void report_error(std::string_view key, std::string_view text) const {
        const toml::node* node = table.get(key);
        complaints.add(line_of(node != nullptr ? node->source() : table.source()), path_of(key), text);
    }
    const toml::node* find(std::string_view key) {
        known.emplace(key);
        return table.get(key);
    }
    const toml::node* require(std::string_view key) {
        const toml::node* node = find(key);
        if (node == nullptr) report_error(key, "missing");
        return node;
    }
    bool has_sign(std::string_view key, double value, Sign sign) const {
        const bool fits = sign == Sign::any || (sign == Sign::positive ? value > 0 : value >= 0);
        if (!fits) report_error(key, sign == Sign::positive ? "must be more than 0" : "must not be negative");
        return fits;
    }
    double checked_number(std::string_view key, const toml::node& node, Sign sign) const {
        // TOML distinguishes 2 from 2.0, and has `nan` and `inf`; a bound or a weight may be neither of these
        // two.
        if (!node.is_number()) {
            report_error(key, mismatch("a number", node));
            return 0;
        }
        const double value = node.value<double>().value_or(0);
        if (!std::isfinite(value))
            report_error(key, "expected a finite number");
        else if (has_sign(key, value, sign))
            return value;
        return 0;
    }
};

StrictTable::StrictTable(std::unique_ptr<Impl> parts) : impl_(std::move(parts)) {}
StrictTable::StrictTable(StrictTable&&) noexcept = default;
StrictTable::~StrictTable() = default;

std::string StrictTable::text(std::string_view key) {
    const toml::node* node = impl_->require(key);
    if (node == nullptr) return {};
    const auto value = node->value_exact<std::string>();
    if (!value)
        impl_->report_error(key, mismatch("a string", *node));
    else if (value->empty())
        impl_->report_error(key, "must not be empty");
    return value.value_or("");
}

std::string StrictTable::text_or_empty(std::string_view key) {
    const toml::node* node = impl_->find(key);
    if (node == nullptr) return {};
    const auto value = node->value_exact<std::string>();
    if (!value) impl_->report_error(key, mismatch("a string", *node));
    return value.value_or("");
}

std::vector<std::string> StrictTable::texts(std::string_view key) {
    const toml::node* node = impl_->find(key);
    if (node == nullptr) return {};
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        impl_->report_error(key, mismatch("an array of strings", *node));
        return {};
    }
    std::vector<std::string> values;
    for (const toml::node& element : *array) {
        if (const auto value = element.value_exact<std::string>())
            values.push_back(*value);
        else
            impl_->report_error(key, mismatch("an array of strings", element) + " in it");
    }
    return values;
}

double StrictTable::number(std::string_view key, Sign sign) {
    const toml::node* node = impl_->require(key);
    return node == nullptr ? 0 : impl_->checked_number(key, *node, sign);
}

std::optional<double> StrictTable::optional_number(std::string_view key, Sign sign) {
    const toml::node* node = impl_->find(key);
    if (node == nullptr) return std::nullopt;
    return impl_->checked_number(key, *node, sign);
}

std::optional<bool> StrictTable::optional_flag(std::string_view key) {
    const toml::node* node = impl_->find(key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->value_exact<bool>();
    if (!value) impl_->report_error(key, mismatch("true or false", *node));
    return value;
}

std::optional<double> StrictTable::optional_unix_time(std::string_view key) {
    const toml::node* node = impl_->find(key);
    if (node == nullptr) return std::nullopt;
    const auto written = node->value_exact<toml::date_time>();
    if (!written) {
        const std::string_view add = node->is_date() ? "; add the time" : "";
        impl_->report_error(
            key,
            mismatch("a date with a time, such as 2026-12-01T23:59:00 without quotes", *node).append(add));
        return std::nullopt;
    }
    const std::optional<double> moment = unix_time_of(*written);
    if (!moment) impl_->report_error(key, "this time does not exist here: clocks are set forward past it");
    return moment;
}

std::int64_t StrictTable::integer(std::string_view key, Sign sign, std::string_view expected) {
    const toml::node* node = impl_->require(key);
    if (node == nullptr) return 0;
    const auto value = node->value_exact<std::int64_t>();
    if (!value)
        impl_->report_error(key, mismatch(expected, *node));
    else if (impl_->has_sign(key, static_cast<double>(*value), sign))
        return *value;
    return 0;
}

std::optional<std::int64_t> StrictTable::optional_integer(std::string_view key, Sign sign) {
    if (impl_->find(key) == nullptr) return std::nullopt;
    return integer(key, sign);
}

std::optional<StrictTable> StrictTable::optional_table(std::string_view key) {
    const toml::node* node = impl_->find(key);
    if (node == nullptr) return std::nullopt;
    if (const toml::table* found = node->as_table()) return impl_->below(*found, impl_->path_of(key));
    impl_->report_error(key, mismatch("a table", *node));
    return std::nullopt;
}

std::optional<StrictTable> StrictTable::table(std::string_view key) {
    return impl_->require(key) == nullptr ? std::nullopt : optional_table(key);
}

std::vector<StrictTable> StrictTable::tables(std::string_view key) {
    const toml::node* node = impl_->find(key);
    if (node == nullptr) return {};
    const std::string expected = fmt::format("tables, each under [[{}]]", impl_->path_of(key));
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        impl_->report_error(key, mismatch(expected, *node));
        return {};
    }
    std::vector<StrictTable> found;
    for (std::size_t i = 0; i < array->size(); ++i) {
        const toml::node& element = *array->get(i);
        const std::string path = fmt::format("{}[{}]", impl_->path_of(key), i);
        if (const toml::table* table = element.as_table())
            found.push_back(impl_->below(*table, path));
        else
            impl_->complaints.add(line_of(element.source()), path, mismatch("a table", element));
    }
    return found;
}

bool StrictTable::has(std::string_view key) const { return impl_->table.contains(key); }

bool StrictTable::has_table(std::string_view key) const {
    return impl_->table.get_as<toml::table>(key) != nullptr;
}

const std::string& StrictTable::path() const { return impl_->path; }

void StrictTable::report_error(std::string_view key, std::string_view text) const {
    impl_->report_error(key, text);
}

std::vector<std::string> StrictTable::keys() const {
    std::vector<std::string> keys;
    for (const auto& [key, node] : impl_->table) keys.emplace_back(key.str());
    return keys;
}

void StrictTable::report_unknown_keys() const {
    for (const auto& [key, node] : impl_->table) {
        if (impl_->known.contains(key.str())) continue;
        impl_->complaints.add(line_of(key.source()), impl_->path_of(key.str()),
                              fmt::format("unknown key; known here: {}", fmt::join(impl_->known, ", ")));
    }
}

void read_strictly(const std::filesystem::path& file, TomlErrors& complaints,
                   const std::function<void(StrictTable&)>& read) {
    try {
        const toml::table parsed = toml::parse_file(file.string());
        StrictTable whole(std::make_unique<StrictTable::Impl>(StrictTable::Impl{parsed, "", complaints}));
        read(whole);
    } catch (const toml::parse_error& error) {
        complaints.add(error.source().begin.line, "", error.description());
    }
}

void UniqueValues::add(const StrictTable& table, std::string_view key, const std::string& value) {
    const auto [earlier, fresh] = seen_.emplace(value, table.path());
    if (!fresh && !value.empty())
        table.report_error(key, fmt::format("'{}' is taken by {}", value, earlier->second));
}

} // namespace grader
