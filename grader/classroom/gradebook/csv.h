#pragma once

/// @file
/// Comma-separated values as RFC 4180 has them, read and written.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// One record of a file.
struct CsvRecord {
    std::size_t line = 0;           ///< the file's line that it begins in, from 1
    std::vector<std::string> cells; ///< without their quotes
};

/// The records of @p text. A byte order mark, either end of line and lines' ends inside quotes are understood; a line with
/// nothing in it is no record. Throws UsageError with @p name and the line where a quote stands in the wrong place or is
/// never closed, and where the text is no UTF-8.
std::vector<CsvRecord> parse_csv(std::string_view text, const std::string& name);

/// @p text as a cell that a spreadsheet shows and never computes, whoever wrote it: one line, without control characters, and
/// with a `'` before what would begin a formula. @p most characters of it.
std::string text_cell(std::string_view text, std::size_t max_characters = 400);

/// The same for text of several lines, whose ends stay.
std::string multiline_cell(const std::vector<std::string>& lines);

/// @p value with two decimals at most, which every program reads as a number.
std::string number_cell(double value);

/// One record with its end of line. A cell with a comma, a semicolon, a quote or a line's end is quoted.
std::string csv_record(const std::vector<std::string>& cells);

} // namespace grader
