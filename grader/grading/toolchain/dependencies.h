#pragma once

/// @file
/// What a build was made from: the files that its compiler lists, and all else that decides what comes out.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grading/toolchain/compile.h"

namespace grader {

/// The variables of the environment that nvcc and its host compilers read beside their command line.
std::vector<std::string> compiler_variables();

/// The files that the rules in @p text depend on, as a compiler writes them for make.
std::vector<std::string> prerequisites(std::string_view text);

/// "size time" of @p file, or "none": what stands for the content of a file that belongs to the machine.
std::string stamp_of(const std::filesystem::path& file);

/// The compilers of @p job, their options, and what the environment says to them.
std::string compilers_of(const CompileJob& job);

/// Everything that a build of @p job with these @p dependencies was made from, word for word: comparing it whole needs
/// no hash and knows no collision. Of files that belong to the machine, which may be hundreds, it holds size and
/// time instead of their content.
///
/// A compiler that is locked in sees only what was copied for it, so all of that is in it, read or not: no way of asking for a
/// file escapes it. Of other builds it also names the files that would be included in place of a dependency, or are already,
/// because they bear its name in a directory that is searched.
///
/// Nothing where a file is gone or belongs neither to the machine, nor to the course, nor to the source's folder, or where the source
/// asks for files that no compiler lists (`__has_include`, `.incbin`) and the compiler runs without isolation: such a build is never
/// reused.
std::optional<std::string> fingerprint(const CompileJob& job,
                                       const std::vector<std::filesystem::path>& dependencies);

} // namespace grader
