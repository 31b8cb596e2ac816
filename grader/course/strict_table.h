#pragma once

/// @file
/// TOML read strictly: what is not asked for is an error too, and every error names file, line and key.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grader {

/// What is wrong with a file. Collected, so that its author sees everything at once.
class TomlErrors {
public:
    /// @p file is what every complaint calls the file.
    explicit TomlErrors(std::string file) : file_(std::move(file)) {}

    /// @p line counts from 1. @p key may be empty, where the file is no TOML at all.
    void add(std::size_t line, std::string_view key, std::string_view text);
    /// Whether the file is fine so far.
    [[nodiscard]] bool empty() const { return lines_.empty(); }
    /// `file:line: key: text`, a complaint a line, in the file's order.
    [[nodiscard]] std::string text() const;

private:
    std::string file_;
    std::vector<std::pair<std::size_t, std::string>> lines_;
};

/// What a number may be.
enum class Sign { any, not_negative, positive };

/// One table of a file. Each function that reads a key marks it as known; report_unknown_keys() then finds
/// the rest. A value that is missing or of another type is complained about and read as nothing, so that
/// reading goes on.
class StrictTable {
public:
    /// Leaves @p other without a table; it can only be destroyed then.
    StrictTable(StrictTable&& other) noexcept;
    StrictTable& operator=(StrictTable&&) = delete;
    StrictTable(const StrictTable&) = delete;
    StrictTable& operator=(const StrictTable&) = delete;
    ~StrictTable();

    /// A string that is not empty.
    std::string text(std::string_view key);
    /// A string that may be missing.
    std::string text_or_empty(std::string_view key);
    /// Strings; may be missing.
    std::vector<std::string> texts(std::string_view key);
    /// A finite number, with a fraction or without.
    double number(std::string_view key, Sign sign);
    /// A finite number, or nothing where the key is missing.
    std::optional<double> optional_number(std::string_view key, Sign sign);
    /// `true` or `false`, or nothing where the key is missing.
    std::optional<bool> optional_flag(std::string_view key);
    /// A date with a time, in seconds of 1970, or nothing where the key is missing. Without an offset it is the time of
    /// this machine.
    std::optional<double> optional_unix_time(std::string_view key);
    /// A whole number. @p expected is what a complaint says should have stood there.
    std::int64_t integer(std::string_view key, Sign sign, std::string_view expected = "an integer");
    /// A whole number, or nothing where the key is missing.
    std::optional<std::int64_t> optional_integer(std::string_view key, Sign sign);
    /// A table, or nothing where it is missing.
    std::optional<StrictTable> optional_table(std::string_view key);
    /// A table.
    std::optional<StrictTable> table(std::string_view key);
    /// The tables of `[[key]]`, in their order; none where the key is missing.
    std::vector<StrictTable> tables(std::string_view key);

    /// Whether there is such a key. Asking does not mark it as known.
    [[nodiscard]] bool has(std::string_view key) const;
    /// Whether there is such a key and its value is a table. Asking does not mark it as known.
    [[nodiscard]] bool has_table(std::string_view key) const;
    /// Every key, in the alphabet's order.
    [[nodiscard]] std::vector<std::string> keys() const;
    /// `case[2].sizes`.
    [[nodiscard]] const std::string& path() const;

    /// Complains at the value of @p key, or at the table where there is no such key.
    void report_error(std::string_view key, std::string_view text) const;
    /// Complains about every key that nobody has asked for.
    void report_unknown_keys() const;

private:
    friend void read_strictly(const std::filesystem::path&, TomlErrors&,
                              const std::function<void(StrictTable&)>&);

    // Among them a table of toml++, which no header includes: it takes seconds to compile.
    struct Impl;
    explicit StrictTable(std::unique_ptr<Impl> parts);

    std::unique_ptr<Impl> impl_;
};

/// Parses @p file and has @p read read it. What is no TOML is complained about, and not read.
void read_strictly(const std::filesystem::path& file, TomlErrors& complaints,
                   const std::function<void(StrictTable&)>& read);

/// Complains when a value has been seen before under the same key of an earlier table.
class UniqueValues {
public:
    /// @p value stands under @p key of @p table. An empty one is never complained about.
    void add(const StrictTable& table, std::string_view key, const std::string& value);

private:
    std::map<std::string, std::string> seen_; ///< where each value was first seen
};

} // namespace grader
