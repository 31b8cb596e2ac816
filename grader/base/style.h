#pragma once

/// @file
/// How a report may look: colours where a person is reading, plain text everywhere else.

#include <cstddef>
#include <string>
#include <string_view>

namespace grader {

/// What a stretch of text means; the colour follows.
enum class Ink {
    good,   ///< passed
    bad,    ///< failed
    close,  ///< too close to call
    faint,  ///< beside the point
    strong, ///< headings and the one thing to read
};

/// The abilities of the place a report goes to.
struct Style {
    bool colour = false;    ///< whether ANSI colour sequences may be written
    std::size_t width = 80; ///< columns
};

/// The part of the environment that a style follows.
struct Terminal {
    bool present = false;    ///< whether output goes to a terminal at all
    std::string no_color;    ///< NO_COLOR: any text switches colours off
    std::string term;        ///< TERM: `dumb` has no colours
    std::size_t columns = 0; ///< 0 where unknown
};

/// The style for @p terminal: 80 columns where it does not say, and never fewer than 60 or more than 100,
/// because long lines are hard to read.
Style style_for(const Terminal& terminal);

/// The style for the file descriptor @p descriptor of this process.
Style style_of_descriptor(int descriptor);

/// @p text in the colour of @p ink, or as it is.
std::string paint(const Style& style, Ink ink, std::string_view text);

} // namespace grader
