#pragma once

/// @file
/// Test students who push to bare repositories.

#include <filesystem>
#include <string>
#include <vector>

namespace git_samples {

/// Skips the test if git is not installed.
void need_git();

/// Runs git with @p arguments in @p directory, with no settings but the repository's own, and with @p when as
/// the date of commits. Returns its output without the last line ending. The test fails if git fails.
std::string git(const std::filesystem::path& directory, std::vector<std::string> arguments,
                long when = 1'700'000'000);

/// One student: a working tree, and the repository `NAME.git` of the class.
class Student {
public:
    /// @param directory folder of the class
    /// @param format object format: `sha1` or `sha256`
    Student(const std::filesystem::path& directory, const std::string& name,
            const std::string& format = "sha1");

    std::filesystem::path tree; ///< the working tree
    std::filesystem::path bare; ///< the repository that it pushes to

    /// Runs git in the working tree.
    std::string git(std::vector<std::string> arguments, long when = 1'700'000'000) const;
    /// Commits the whole working tree at @p when. Returns the commit's id.
    std::string commit(long when = 1'700'000'000) const;
    /// Commits @p text as the lab's student.cu, and pushes the branch main. Returns the commit's id.
    std::string submit(const std::string& lab, const std::string& text, long when = 1'700'000'000) const;
    /// Pushes branches and tags, as they are in the working tree.
    void push() const;
    /// Writes an object of @p type with arbitrary bytes into the bare repository. Returns its id.
    std::string make_object(const std::string& type, const std::string& bytes) const;
    /// Writes a commit of @p tree into the bare repository. Returns its id.
    std::string make_commit(const std::string& tree) const;
};

/// Returns a tree entry in git's format: @p mode, @p name and the object @p id, also with names that git's
/// own commands reject.
std::string raw_entry(const std::string& mode, const std::string& name, const std::string& id);

} // namespace git_samples
