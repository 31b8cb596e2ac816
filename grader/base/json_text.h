#pragma once

/// @file
/// JSON read and written. The library's templates for both are compiled once and not in each file that needs them.

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace grader {

/// What @p text says. Throws nlohmann::json::parse_error where it is no JSON.
nlohmann::json parse_json(const std::string& text);

/// Which characters a text may have.
enum class Characters { all, ascii };

/// @p value in one line, or with @p indent columns a level. What a program printed may be in it and need not be UTF-8: such
/// a byte becomes U+FFFD.
std::string json_text(const nlohmann::json& value, int indent = -1, Characters characters = Characters::all);

/// @p value as the text of a file that people compare with an earlier one: what holds no more than lists of plain values is one
/// line, so that a record has a row a line; all else has a line for each part. Ends with a line feed.
std::string record_text(const nlohmann::json& value);

/// @p document, which is JSON, as it can stand in a script of an HTML page: a browser finds no end of the script in it, nor the
/// beginning of a comment. The characters in question only stand in strings.
std::string escape_for_script(const std::string& document);

} // namespace grader
