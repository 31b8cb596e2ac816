#pragma once

/// @file
/// A student's file and the files that took part in its build: their bytes under names that are safe to
/// write.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/course.h"
#include "grading/toolchain/compile.h"

namespace grader {

/// Limit of the number of files of one bundle; the same as for one submission.
inline constexpr std::size_t max_source_files = 256;
/// Limit of the size of each file, in bytes.
inline constexpr std::size_t max_source_file_bytes = std::size_t{1} << 20;
/// Limit of the size of all files together, in bytes.
inline constexpr std::size_t max_source_bytes = std::size_t{16} << 20;

/// One file.
struct SourceFile {
    std::string
        name; ///< relative to the folder of the student's file: "student.cu", "tiles/load.cuh"; passes
              ///< is_safe_name()
    std::string text; ///< its bytes
};

/// All source files of a build.
struct Sources {
    std::vector<SourceFile> files;    ///< the student's own file comes first
    std::vector<std::string> omitted; ///< names of other files that took part; they may not be UTF-8
    bool as_listed = false; ///< the compiler listed what it read; else the files that the include directives
                            ///< name
};

/// Reports whether @p name stays within the folder that it is written to and means the same there: no `..`,
/// not absolute, no control characters, valid UTF-8.
bool is_safe_name(std::string_view name);

/// Collects the sources of @p file, a student's file for @p lab. @p kept is the folder of its build, if it
/// has one. Throws UsageError if @p file is not a source that could be graded, or has a name that is not
/// safe.
Sources sources_of(const std::filesystem::path& file, const Lab& lab,
                   const std::optional<std::filesystem::path>& kept);

/// Writes @p sources into the folder @p to, which is empty. Returns the path of the student's own file.
/// Throws EnvironmentError, also for a name that is not safe.
std::filesystem::path write_sources(const Sources& sources, const std::filesystem::path& to);

} // namespace grader
