#pragma once

/// @file
/// Runs git on a copy of a student's objects in a repository that the grader owns. The copy has no
/// configuration, no hook and no reference of the student, and git fetches nothing.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "classroom/submissions/student_repository.h"

namespace grader {

/// A Git object.
struct GitObject {
    std::string id;    ///< its object name
    std::string type;  ///< `commit`, `tag`, `tree` or `blob`
    std::string bytes; ///< its contents
};

/// An entry of a tree, as printed by `git ls-tree`.
struct TreeEntry {
    std::string mode;                  ///< file mode, such as `100644`
    std::string id;                    ///< object name
    std::optional<std::uint64_t> size; ///< size of a blob that is present
    std::string path;                  ///< relative to the root of the tree; any bytes but 0
};

/// Whether a copy contains the objects of its repository. Without them it can only write new ones.
enum class Objects { copied, none };

/// A temporary copy, removed by the destructor. Throws UnusableRepository if git fails on the contents,
/// EnvironmentError if the machine lacks git or disk space.
class GitCopy {
public:
    /// Makes a copy of @p repository.
    GitCopy(const StudentRepository& repository, Objects objects);

    /// Reads the objects that @p names (`3fa2...`, `3fa2...^{tree}`) resolve to. None: the object is missing
    /// or has more than @p largest bytes. All together may have @p most bytes.
    [[nodiscard]] std::vector<std::optional<GitObject>>
    objects(const std::vector<std::string>& names, std::uint64_t largest, std::uint64_t most) const;
    /// Lists the entries in or at the paths @p places of the commit @p id, in git's order.
    [[nodiscard]] std::vector<TreeEntry> list(const std::string& id,
                                              const std::vector<std::string>& places) const;

    /// Writes a blob with @p text. Returns its id.
    [[nodiscard]] std::string add_blob(const std::string& text) const;
    /// Writes a tree of @p blobs, by their names. Returns its id.
    [[nodiscard]] std::string add_tree(const std::map<std::string, std::string>& blobs) const;
    /// Writes a commit of @p tree with the parent @p parent (empty: it has none). Returns its id.
    [[nodiscard]] std::string add_commit(const std::string& tree, const std::string& parent,
                                         const std::string& message) const;
    /// Returns the object @p id in git's loose format. Nothing if it is not a loose object.
    [[nodiscard]] std::optional<std::string> loose(const std::string& id) const;

private:
    /// Runs git with @p arguments and @p input, and returns its output. Throws if git fails or prints more
    /// than @p most bytes.
    [[nodiscard]] std::string git(const std::vector<std::string>& arguments, const std::string& input,
                                  std::uint64_t most) const;
    /// Returns the last line of git's error output @p said.
    [[nodiscard]] std::string last_words(std::string said) const;
    /// Runs git, and returns the only line that it prints.
    [[nodiscard]] std::string made(const std::vector<std::string>& arguments, const std::string& input) const;

    TemporaryDirectory folder_;
    std::filesystem::path repository_;
};

/// Returns the path of git. Throws EnvironmentError if it is not installed.
std::filesystem::path find_git();

} // namespace grader
