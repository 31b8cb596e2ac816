#pragma once

/// @file
/// Parses the TODO regions of a student's file.

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// The lines between `// TODO(2): ... (about 8 lines)` and `// END TODO(2)`.
struct Region {
    int number = 0;                 ///< the 2 of TODO(2)
    std::size_t line = 0;           ///< line number of the opening marker, from 1
    int about_lines = 0;            ///< announced number of lines; 0 if not announced
    std::vector<std::string> lines; ///< contents, without the markers

    /// Returns the number of lines that are code: not blank, not only a comment, and not a placeholder marked
    /// `// replace`.
    [[nodiscard]] std::size_t code_lines() const;
};

/// A source split into its regions and the rest.
struct RegionedSource {
    std::vector<Region> regions;     ///< in the order of the source
    std::string outside;             ///< the rest of the text, including the markers' numbers
    std::vector<std::string> errors; ///< `line 12: END TODO(2) without a start`
};

/// Splits @p source into its regions and the rest.
RegionedSource split_regions(std::string_view source);

/// Returns @p source with the regions up to number @p last replaced by those of @p solution. The text outside
/// of regions is unchanged.
std::string replace_regions(std::string_view source, const RegionedSource& solution, int last);

/// Returns a hash of the regions' code, 16 hexadecimal digits, which ignores comments and blanks: it
/// identifies unchanged starter code.
std::string fingerprint(const RegionedSource& source);

/// Returns the number of regions that contain a student's code.
std::size_t count_started_regions(const RegionedSource& source);

/// Returns the TODO without code that contains line number @p line, from 1; null if there is none. Such a
/// region contains only a placeholder.
const Region* placeholder_at(const RegionedSource& source, std::size_t line);

/// Returns the TODOs up to number @p last without code, by their numbers: "TODO(2) and TODO(4)"; empty if all
/// have code.
std::string unfinished_todos(const RegionedSource& source, int last);

/// Returns whether the student's own code launches the kernels of @p source: in a region, or in a file
/// without regions.
bool has_own_launch(const RegionedSource& source);

} // namespace grader
