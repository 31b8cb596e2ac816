#pragma once

/// @file
/// Claims: files and directories that belong to one process. The leftovers of a killed process can be
/// distinguished from files in use: a claim is a lock that ends with its process, however that ends.

#include <filesystem>
#include <functional>
#include <string>
#include <sys/types.h>

#include "descriptor.h"

namespace grader {

/// Claims the file or directory at @p path, which was just created and opened as @p opened, for as long as
/// the descriptor stays open. Returns false if another process has taken it for abandoned meanwhile, and has
/// removed it or is about to. On a file system without locks nothing is ever taken for abandoned, so the
/// claim always succeeds.
bool claim(const Descriptor& opened, const std::filesystem::path& path);

/// A directory and the claim on it.
struct ClaimedDirectory {
    std::filesystem::path path; ///< path of the directory
    Descriptor claim;           ///< closed when the directory is removed, or is left for others to use
};

/// Creates a claimed directory with the name @p pattern, whose `XXXXXX` at the end is replaced by six unique
/// letters. Throws EnvironmentError.
ClaimedDirectory make_claimed_directory(const std::filesystem::path& pattern);

/// The files that remove_abandoned() considers.
struct AbandonedFiles {
    std::filesystem::path parent;                              ///< directory that contains them;
                                                               ///< subdirectories are not searched
    mode_t kind = 0;                                           ///< S_IFREG or S_IFDIR
    std::function<bool(const std::string& name)> name_matches; ///< whether a file of this name is included
    uid_t other_owner =
        static_cast<uid_t>(-1); ///< a user whose files are included in addition to those of this process's
                                ///< user
};

/// Removes all of @p leftovers that no process has a claim on. Follows no symbolic link, and skips files that
/// belong to others or cannot be removed.
void remove_abandoned(const AbandonedFiles& leftovers);

} // namespace grader
