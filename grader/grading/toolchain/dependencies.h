#pragma once

/// @file
/// The inputs of a build: the files that its compiler lists, and everything else that determines the result.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grading/toolchain/compile.h"

namespace grader {

/// Returns the environment variables that nvcc and its host compilers read in addition to their command line.
std::vector<std::string> compiler_variables();

/// Returns the prerequisites of the make rules in @p text, as a compiler writes them.
std::vector<std::string> prerequisites(std::string_view text);

/// Returns "size time" of @p file, or "none" if it does not exist: a stamp that represents the contents of a
/// system file.
std::string stamp_of(const std::filesystem::path& file);

/// Returns the compilers of @p job, their options, and the environment variables that they read.
std::string compilers_of(const CompileJob& job);

/// Returns all inputs of a build of @p job with these @p dependencies as one text. Comparing whole texts
/// needs no hash and has no collisions. System files, of which there may be hundreds, are represented by
/// size and time instead of their contents.
///
/// A sandboxed compiler sees only the files that were copied for it, so the text has all of them, read or
/// not, and no way to request a file escapes it. For other builds, the text also names files that would be,
/// or already are, included in place of a dependency, because they have its name in a directory that is
/// searched.
///
/// No value if a file is gone or belongs neither to the system, nor to the course, nor to the source's
/// folder; or if the compiler runs without isolation and the source requests files that no compiler lists
/// (`__has_include`, `.incbin`). Such a build is never reused.
std::optional<std::string> fingerprint(const CompileJob& job,
                                       const std::vector<std::filesystem::path>& dependencies);

} // namespace grader
