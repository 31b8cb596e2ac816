#pragma once

/// @file
/// A strict reader of TOML: unknown keys are errors, too, and every error names file, line and key.

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

/// Errors in a file. They are collected, so that its author sees all of them at once.
class TomlErrors {
public:
    /// @param file name of the file in every error message
    explicit TomlErrors(std::string file) : file_(std::move(file)) {}

    /// Adds an error. @p line counts from 1. @p key may be empty, for a file that is not TOML at all.
    void add(std::size_t line, std::string_view key, std::string_view text);
    /// Returns whether the file has no errors so far.
    [[nodiscard]] bool empty() const { return lines_.empty(); }
    /// Returns `file:line: key: text`, one error per line, in the file's order.
    [[nodiscard]] std::string text() const;

private:
    std::string file_;
    std::vector<std::pair<std::size_t, std::string>> lines_;
};

/// Allowed sign of a number.
enum class Sign { any, not_negative, positive };

/// One table of a file. Each function that reads a key marks it as known; report_unknown_keys() then finds
/// the others. A value that is missing or of a wrong type is reported and read as an empty value, so that
/// reading continues.
class StrictTable {
public:
    /// Moves the table out of @p other, which can only be destroyed afterwards.
    StrictTable(StrictTable&& other) noexcept;
    StrictTable& operator=(StrictTable&&) = delete;
    StrictTable(const StrictTable&) = delete;
    StrictTable& operator=(const StrictTable&) = delete;
    ~StrictTable();

    /// Reads a string that is not empty.
    std::string text(std::string_view key);
    /// Reads an optional string.
    std::string text_or_empty(std::string_view key);
    /// Reads an optional array of strings.
    std::vector<std::string> texts(std::string_view key);
    /// Reads a finite number, with or without a fraction.
    double number(std::string_view key, Sign sign);
    /// Reads a finite number, or returns nothing if the key is missing.
    std::optional<double> optional_number(std::string_view key, Sign sign);
    /// Reads `true` or `false`, or returns nothing if the key is missing.
    std::optional<bool> optional_flag(std::string_view key);
    /// Reads a date with a time, in seconds since 1970, or returns nothing if the key is missing. Without an
    /// offset it is in this machine's local time.
    std::optional<double> optional_unix_time(std::string_view key);
    /// Reads an integer. @p expected names the expected type in an error message.
    std::int64_t integer(std::string_view key, Sign sign, std::string_view expected = "an integer");
    /// Reads an integer, or returns nothing if the key is missing.
    std::optional<std::int64_t> optional_integer(std::string_view key, Sign sign);
    /// Reads a table, or returns nothing if it is missing.
    std::optional<StrictTable> optional_table(std::string_view key);
    /// Reads a required table.
    std::optional<StrictTable> table(std::string_view key);
    /// Reads the tables of `[[key]]`, in their order; empty if the key is missing.
    std::vector<StrictTable> tables(std::string_view key);

    /// Returns whether the key exists. Does not mark it as known.
    [[nodiscard]] bool has(std::string_view key) const;
    /// Returns whether the key exists and its value is a table. Does not mark it as known.
    [[nodiscard]] bool has_table(std::string_view key) const;
    /// Returns all keys, in alphabetical order.
    [[nodiscard]] std::vector<std::string> keys() const;
    /// Returns the path of this table: `case[2].sizes`.
    [[nodiscard]] const std::string& path() const;

    /// Reports an error at the value of @p key, or at the table if the key is missing.
    void report_error(std::string_view key, std::string_view text) const;
    /// Reports every key that was not read.
    void report_unknown_keys() const;

private:
    friend void read_strictly(const std::filesystem::path&, TomlErrors&,
                              const std::function<void(StrictTable&)>&);

    // Contains a table of toml++, which no header includes, because it takes seconds to compile.
    struct Impl;
    explicit StrictTable(std::unique_ptr<Impl> parts);

    std::unique_ptr<Impl> impl_;
};

/// Parses @p file and calls @p read with its root table. A file that is not TOML is reported, and not read.
void read_strictly(const std::filesystem::path& file, TomlErrors& complaints,
                   const std::function<void(StrictTable&)>& read);

/// Reports a value that occurred before under the same key of an earlier table.
class UniqueValues {
public:
    /// Adds @p value, which is under @p key of @p table. An empty one is never reported.
    void add(const StrictTable& table, std::string_view key, const std::string& value);

private:
    std::map<std::string, std::string> seen_; ///< where each value first occurred
};

} // namespace grader
