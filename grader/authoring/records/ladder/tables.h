#pragma once

/// @file
/// Generated tables in READMEs and hand-outs, built from manifests and results, so that no number in prose
/// becomes outdated.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/results/results.h"

namespace grader {

/// A text between `<!-- generated: NAME -->` and `<!-- end generated -->` in a file.
struct GeneratedBlock {
    std::filesystem::path file; ///< file that contains it
    std::string name;           ///< the marker's NAME
    std::string text;           ///< the current text
};

/// Generates every block of @p course: `results` in README.md, `tasks ID` and `points ID` in each hand-out,
/// `ladder ID` in each NOTES.md.
std::vector<GeneratedBlock> generated_blocks(const Course& course,
                                             const std::map<std::string, Results>& results);

/// State of a block in its file.
enum class BlockState { current, stale, missing };

/// Compares @p block with its file.
BlockState state_of(const GeneratedBlock& block);

/// Writes @p block into its file. Throws EnvironmentError if the file lacks its markers.
void write_block(const GeneratedBlock& block);

/// Writes all outdated tables of @p course from all records.
void write_stale_blocks(const Course& course);

/// Renders the table of speedups and the points that they earn, for the hand-out.
std::string points_table(const Manifest& manifest);

/// Renders the table of every rung at the graded case, on each measured GPU.
std::string ladder_table(const Manifest& manifest, const std::map<std::string, Results>& results);

/// Renders one row per lab and GPU: baseline, solution, best rung, share of the limit.
std::string results_table(const Course& course, const std::map<std::string, Results>& results);

} // namespace grader
