#pragma once

/// @file
/// Students who push to bare repositories, for tests.

#include <filesystem>
#include <string>
#include <vector>

namespace git_samples {

/// Skips the test where there is no git.
void need_git();

/// Runs git with @p arguments in @p directory, with no settings but the repository's own, and commits made at @p when. Returns
/// what it prints, without the last end of line. The test fails where git does.
std::string git(const std::filesystem::path& directory, std::vector<std::string> arguments,
                long when = 1'700'000'000);

/// One student: a working tree, and the repository `NAME.git` of the class.
class Student {
public:
    /// @param directory the class's
    /// @param format how objects are named: `sha1` or `sha256`
    Student(const std::filesystem::path& directory, const std::string& name,
            const std::string& format = "sha1");

    std::filesystem::path tree; ///< where the student works
    std::filesystem::path bare; ///< what is pushed to

    /// Git in the working tree.
    std::string git(std::vector<std::string> arguments, long when = 1'700'000'000) const;
    /// Commits all of the working tree at @p when. Returns the commit's id.
    std::string commit(long when = 1'700'000'000) const;
    /// Commits @p text as the lab's student.cu, and pushes the branch main. Returns the commit's id.
    std::string submit(const std::string& lab, const std::string& text, long when = 1'700'000'000) const;
    /// Pushes branches and tags, as they are here.
    void push() const;
    /// Makes an object of @p type in the bare repository, of any bytes. Returns its id.
    std::string make_object(const std::string& type, const std::string& bytes) const;
    /// A commit in the bare repository, of @p tree. Returns its id.
    std::string make_commit(const std::string& tree) const;
};

/// An entry of a tree as git keeps it: @p mode, @p name and the object @p id, whatever git's own commands say to such a name.
std::string raw_entry(const std::string& mode, const std::string& name, const std::string& id);

} // namespace git_samples
