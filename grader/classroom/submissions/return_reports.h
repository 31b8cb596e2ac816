#pragma once

/// @file
/// Returns reports to a student: into the folder `reports` next to the submissions, or into the branch
/// `reports` of the repository that the student pushes to.

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace grader {

/// Writes @p files, texts by their names, for the student whose folder or bare repository is @p place. Writes
/// only what differs. The student may own @p place and change it at any moment: no symbolic link is followed,
/// nothing blocks, and each file is written atomically. In a folder, other files of `reports` stay; in a
/// repository, the branch then has these files alone.
///
/// Returns why that failed, for the instructor; nothing if all files are written. Throws EnvironmentError if
/// the machine lacks git or space for temporary files, and Interrupted.
std::optional<std::string> return_reports(const std::filesystem::path& place,
                                          const std::map<std::string, std::string>& files);

} // namespace grader
