#pragma once

/// @file
/// A student's file, and the files beside it that took part in its build: as bytes under names that are safe to write again.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/course.h"
#include "grading/toolchain/compile.h"

namespace grader {

/// Files of one bundle at most, as of one submission.
inline constexpr std::size_t max_source_files = 256;
/// Bytes of the largest of them.
inline constexpr std::size_t max_source_file_bytes = std::size_t{1} << 20;
/// Bytes of all of them.
inline constexpr std::size_t max_source_bytes = std::size_t{16} << 20;

/// One file.
struct SourceFile {
    std::string
        name; ///< from the folder of the student's file: "student.cu", "tiles/load.cuh"; is_safe_name()
    std::string text; ///< its bytes
};

/// All of a build.
struct Sources {
    std::vector<SourceFile> files;     ///< the student's own comes first
    std::vector<std::string> left_out; ///< names of others that took part; they are not UTF-8 for sure
    bool as_listed = false; ///< the compiler has listed what it read; else it is what their includes name
};

/// Whether a file of this name lies in the folder that it is written to, or in one of its folders, and is there what it is
/// here: no `..`, no root, no control characters, nothing but UTF-8.
bool is_safe_name(std::string_view name);

/// The sources of @p file, a student's for @p lab. @p kept is its build, where it has one. Throws UsageError where @p file itself
/// is no source that could be graded, or has a name that is not safe.
Sources sources_of(const std::filesystem::path& file, const Lab& lab,
                   const std::optional<std::filesystem::path>& kept);

/// Writes @p sources into the folder @p to, which is empty. Returns where the student's own file is. Throws EnvironmentError,
/// also for a name that is not safe.
std::filesystem::path write_sources(const Sources& sources, const std::filesystem::path& to);

} // namespace grader
