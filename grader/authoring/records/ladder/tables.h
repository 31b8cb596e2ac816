#pragma once

/// @file
/// The tables in READMEs and hand-outs that come from manifests and results, so that no number in prose can
/// go stale.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/results/results.h"

namespace grader {

/// A text between `<!-- generated: NAME -->` and `<!-- end generated -->` in a file.
struct GeneratedBlock {
    std::filesystem::path file; ///< the text it stands in
    std::string name;           ///< the marker's NAME
    std::string text;           ///< what has to stand there
};

/// Every generated block of @p course: `results` in README.md, `tasks ID` and `points ID` in each hand-out, `ladder ID` in
/// each NOTES.md.
std::vector<GeneratedBlock> generated_blocks(const Course& course,
                                             const std::map<std::string, Results>& results);

/// What became of a block.
enum class BlockState { current, stale, missing };

/// Holds @p block against its file.
BlockState state_of(const GeneratedBlock& block);

/// Writes @p block into its file. Throws EnvironmentError when the file has no such markers.
void write_block(const GeneratedBlock& block);

/// Writes the tables of @p course that are stale, from all that was recorded.
void write_stale_blocks(const Course& course);

/// Speedups and the points they earn, as the hand-out prints them.
std::string points_table(const Manifest& manifest);

/// Every rung of the graded case on each GPU that was measured.
std::string ladder_table(const Manifest& manifest, const std::map<std::string, Results>& results);

/// One row a lab and GPU: baseline, solution, best rung, share of the limit.
std::string results_table(const Course& course, const std::map<std::string, Results>& results);

} // namespace grader
