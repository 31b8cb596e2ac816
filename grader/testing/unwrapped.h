#pragma once

/// @file
/// Sentences in the output of a program that wraps and indents its lines.

#include <sstream>
#include <string>

namespace harness {

/// @p text as one line with single blanks between its words, as a sentence is before it is wrapped.
inline std::string unwrapped(const std::string& text) {
    std::istringstream words(text);
    std::string line;
    for (std::string word; words >> word;) line += line.empty() ? word : ' ' + word;
    return line;
}

} // namespace harness
