#pragma once

/// @file
/// The TODO regions of a student's file.

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// What lies between `// TODO(2): ... (about 8 lines)` and `// END TODO(2)`.
struct Region {
    int number = 0;                 ///< the 2 of TODO(2)
    std::size_t line = 0;           ///< of the opening marker, from 1
    int about_lines = 0;            ///< as announced; 0 when not
    std::vector<std::string> lines; ///< without the markers

    /// Lines that are code: not blank, not only a comment, and not a placeholder marked `// replace`.
    [[nodiscard]] std::size_t code_lines() const;
};

/// A source taken apart.
struct RegionedSource {
    std::vector<Region> regions;     ///< in the source's order
    std::string outside;             ///< everything else, the markers' numbers included
    std::vector<std::string> errors; ///< `line 12: END TODO(2) without a beginning`
};

/// Takes @p source apart.
RegionedSource split_regions(std::string_view source);

/// @p source with the regions up to number @p last as @p solution has them. What lies outside is the source's own.
std::string replace_regions(std::string_view source, const RegionedSource& solution, int last);

/// Changes with what the regions say, and not with their comments and blanks: 16 digits, by which the file that was handed
/// out is known again.
std::string fingerprint(const RegionedSource& source);

/// How many regions a student has written code into.
std::size_t count_started_regions(const RegionedSource& source);

/// The TODO without code that has the line with the number @p line, from 1; null where none has. What stands there is only
/// a placeholder.
const Region* placeholder_at(const RegionedSource& source, std::size_t line);

/// The TODOs up to number @p last without code, by their numbers: "TODO(2) and TODO(4)"; empty where all have some.
std::string unfinished_todos(const RegionedSource& source, int last);

/// Whether the kernels of @p source are launched by the student's own code: in a region, or in a file without any.
bool has_own_launch(const RegionedSource& source);

} // namespace grader
