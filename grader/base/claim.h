#pragma once

/// @file
/// What a process makes for itself alone, such that what a killed one has left can be told from what is in use: a claim
/// ends with its process, however that ends.

#include <filesystem>
#include <functional>
#include <string>
#include <sys/types.h>

#include "descriptor.h"

namespace grader {

/// Claims the file or directory at @p path, which was just made and opened as @p opened, for as long as that stays open.
/// False where somebody has taken it for abandoned meanwhile, and it is gone or about to go. Where the file system knows
/// no locks, nobody can take it for that, and there is nothing to claim.
bool claim(const Descriptor& opened, const std::filesystem::path& path);

/// A directory, and the claim to it.
struct ClaimedDirectory {
    std::filesystem::path path; ///< where it is
    Descriptor claim;           ///< closed when it is removed, or stays for others to use
};

/// Makes a directory that is called @p pattern, with six letters of its own in the place of `XXXXXX` at the end. Throws
/// EnvironmentError.
ClaimedDirectory make_claimed_directory(const std::filesystem::path& pattern);

/// What remove_abandoned() is about.
struct AbandonedFiles {
    std::filesystem::path parent;                              ///< where it lies; nothing below is looked at
    mode_t kind = 0;                                           ///< S_IFREG or S_IFDIR
    std::function<bool(const std::string& name)> name_matches; ///< whether something of this name is meant
    uid_t other_owner =
        static_cast<uid_t>(-1); ///< a user whose files are meant besides those of this process's user
};

/// Removes all of @p leftovers that nobody has a claim to. Follows no link, and leaves alone what belongs to others and
/// what cannot be removed.
void remove_abandoned(const AbandonedFiles& leftovers);

} // namespace grader
