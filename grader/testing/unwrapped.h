#pragma once

/// @file
/// Sentences in the output of a program that wraps and indents its lines.

#include <sstream>
#include <string>

namespace harness {

/// Returns @p text as one line with single blanks between its words, like a sentence before wrapping.
inline std::string unwrapped(const std::string& text) {
    std::istringstream words(text);
    std::string line;
    for (std::string word; words >> word;) line += line.empty() ? word : ' ' + word;
    return line;
}

} // namespace harness
