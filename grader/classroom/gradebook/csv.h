#pragma once

/// @file
/// Reader and writer of comma-separated values (RFC 4180).

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// One record of a file.
struct CsvRecord {
    std::size_t line = 0;           ///< line of the file in which it begins, from 1
    std::vector<std::string> cells; ///< without their quotes
};

/// Parses the records of @p text. Accepts a byte order mark, either line ending, and line breaks inside
/// quotes; skips empty lines. Throws UsageError with @p name and the line if a quote is misplaced or not
/// closed, or if the text is not UTF-8.
std::vector<CsvRecord> parse_csv(std::string_view text, const std::string& name);

/// Returns @p text as a cell that a spreadsheet displays and never evaluates, whoever wrote it: one line,
/// without control characters, with a `'` before the start of a formula, and at most @p max_characters long.
std::string text_cell(std::string_view text, std::size_t max_characters = 400);

/// Returns several @p lines as one such cell, which keeps the line breaks.
std::string multiline_cell(const std::vector<std::string>& lines);

/// Formats @p value with at most two decimals, in a form that every program reads as a number.
std::string number_cell(double value);

/// Formats one record with its line ending. Quotes each cell that has a comma, a semicolon, a quote or a line
/// break.
std::string csv_record(const std::vector<std::string>& cells);

} // namespace grader
