#pragma once

/// @file
/// Values for macros or sizes on the command line: `BLOCK=64,128`.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/backend/backend.h"

namespace grader {

/// One `NAME=v,v,...` of a command line.
struct Axis {
    std::string name;                ///< name of the macro, or the manifest's name for the sizes
    std::vector<std::string> values; ///< at least one
    /// Sizes of the timed case that it sets; empty: it sets the macro `name`
    std::vector<std::string> sizes = {};
};

/// A value of each axis, in the axes' order.
using Point = std::vector<std::string>;

/// Parses `BLOCK=32,64`. Throws UsageError.
Axis parse_axis(const std::string& text);

/// Returns every combination of the axes' values; the last axis varies fastest. One empty point if there is
/// no axis.
std::vector<Point> points_of(const std::vector<Axis>& axes);

/// Returns the macros that @p point sets.
Defines defines_of(const std::vector<Axis>& axes, const Point& point);

/// Returns whether @p macro of @p source can be set from outside.
bool has_macro(const std::filesystem::path& source, const std::string& macro);

/// Returns the line of @p source that defines @p name as a macro or as a constant; 0 if none does.
std::size_t line_defining(const std::filesystem::path& source, const std::string& name);

/// Throws UsageError if @p macro of @p source cannot be set.
/// @param alternatives other possible meanings of the name, for the message
void require_macro(const std::filesystem::path& source, const std::string& macro,
                   const std::string& alternatives = "");

} // namespace grader
