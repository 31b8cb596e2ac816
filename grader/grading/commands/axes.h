#pragma once

/// @file
/// Values for macros or sizes, as the command line has them: `BLOCK=64,128`.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/backend/backend.h"

namespace grader {

/// One `NAME=v,v,...` of a command line.
struct Axis {
    std::string name;                    ///< of the macro, or what the manifest calls the sizes
    std::vector<std::string> values;     ///< at least one
    std::vector<std::string> sizes = {}; ///< of the timed case, that it sets; none: it sets the macro `name`
};

/// A value of each axis, in the axes' order.
using Point = std::vector<std::string>;

/// `BLOCK=32,64` taken apart. Throws UsageError.
Axis parse_axis(const std::string& text);

/// Every combination of the axes' values; the last axis runs fastest. One without values where there is no axis.
std::vector<Point> points_of(const std::vector<Axis>& axes);

/// The macros that @p point sets.
Defines defines_of(const std::vector<Axis>& axes, const Point& point);

/// Whether @p source lets @p macro be set from outside.
bool has_macro(const std::filesystem::path& source, const std::string& macro);

/// The line of @p source that defines @p name as a macro or as a constant; 0 where none does.
std::size_t line_defining(const std::filesystem::path& source, const std::string& name);

/// Throws UsageError where @p source does not let @p macro be set.
/// @param besides what else could have been meant, for the message
void require_macro(const std::filesystem::path& source, const std::string& macro,
                   const std::string& alternatives = "");

} // namespace grader
