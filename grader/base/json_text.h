#pragma once

/// @file
/// Reads and writes JSON. The library's templates for both are compiled once, and not in each file that needs
/// them.

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace grader {

/// Parses @p text. Throws nlohmann::json::parse_error if it is not JSON.
nlohmann::json parse_json(const std::string& text);

/// The characters that a text may contain.
enum class Characters { all, ascii };

/// Formats @p value in one line, or with @p indent columns per level. It may contain output of a program that
/// is not valid UTF-8: an invalid byte becomes U+FFFD.
std::string json_text(const nlohmann::json& value, int indent = -1, Characters characters = Characters::all);

/// Formats @p value for a file that people compare with an earlier version: a container of plain values,
/// or of such containers, takes one line, so that a record has one row per line; everything else has a
/// line for each part. Ends with a line feed.
std::string record_text(const nlohmann::json& value);

/// Escapes @p document, which is JSON, for a script element of an HTML page: a browser finds neither the
/// end of the script nor the start of a comment in it. The affected characters occur only in strings.
std::string escape_for_script(const std::string& document);

} // namespace grader
