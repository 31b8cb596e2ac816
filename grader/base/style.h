#pragma once

/// @file
/// The style of a report: colours if a person reads it on a terminal, otherwise plain text.

#include <cstddef>
#include <string>
#include <string_view>

namespace grader {

/// The meaning of a piece of text, which determines its colour.
enum class Ink {
    good,   ///< passed
    bad,    ///< failed
    close,  ///< too close to call
    faint,  ///< less important
    strong, ///< headings and the most important line
};

/// The capabilities of the output that receives a report.
struct Style {
    bool colour = false;    ///< whether ANSI colour sequences may be written
    std::size_t width = 80; ///< in columns
};

/// The part of the environment that determines a style.
struct Terminal {
    bool present = false;    ///< whether the output is a terminal
    std::string no_color;    ///< NO_COLOR: any text switches colours off
    std::string term;        ///< TERM: `dumb` has no colours
    std::size_t columns = 0; ///< 0 if unknown
};

/// Returns the style for @p terminal: 80 columns if it does not report its width, and never fewer than 60 or
/// more than 100, because long lines are hard to read.
Style style_for(const Terminal& terminal);

/// Returns the style for the file descriptor @p descriptor of this process.
Style style_of_descriptor(int descriptor);

/// Returns @p text in the colour of @p ink, or unchanged if the style has no colours.
std::string paint(const Style& style, Ink ink, std::string_view text);

} // namespace grader
