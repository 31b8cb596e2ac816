#pragma once

/// @file
/// Reports given back to a student, where the student finds them: in the folder `reports` beside the hand-ins, or in the branch
/// `reports` of the repository that hand-ins are pushed to.

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace grader {

/// Gives @p files, texts by their names, back to the student whose folder or bare repository is @p place. Writes only what differs.
/// The student may own the place and change it at any moment: no link is followed, nothing waits, and each file is whole or not
/// there. In a folder other files of `reports` stay; in a repository the branch then has these files alone.
///
/// Returns why that failed, for whoever grades; nothing where all is given back. Throws EnvironmentError where the machine lacks
/// git or space for its temporary files, and Interrupted.
std::optional<std::string> return_reports(const std::filesystem::path& place,
                                          const std::map<std::string, std::string>& files);

} // namespace grader
