#pragma once

/// @file
/// Git at work on a copy of a student's objects, in a repository of the grader's own: no configuration, no hook and no reference
/// of the student's is in it, and nothing of it is fetched from anywhere.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "classroom/submissions/student_repository.h"

namespace grader {

/// An object of a repository.
struct GitObject {
    std::string id;    ///< its name
    std::string type;  ///< `commit`, `tag`, `tree` or `blob`
    std::string bytes; ///< all of it
};

/// An entry of a tree, as `git ls-tree` has it.
struct TreeEntry {
    std::string mode;                  ///< `100644` and such
    std::string id;                    ///< of its object
    std::optional<std::uint64_t> size; ///< of a blob that is there
    std::string path;                  ///< from the top of the tree; any bytes but 0
};

/// Whether a copy has the objects of its repository. Without them it is good for writing new ones.
enum class Objects { copied, none };

/// The copy. It goes away with this. Where git fails on what is in it, UnusableRepository is thrown; EnvironmentError where the
/// machine lacks git or space.
class GitCopy {
public:
    /// A copy of @p repository.
    GitCopy(const StudentRepository& repository, Objects objects);

    /// What each of @p names (`3fa2...`, `3fa2...^{tree}`) stands for. None: it is not there, or has more than @p largest bytes. All of
    /// them together may have @p most.
    [[nodiscard]] std::vector<std::optional<GitObject>>
    objects(const std::vector<std::string>& names, std::uint64_t largest, std::uint64_t most) const;
    /// All that lies in or at @p places of the commit @p id, in its order.
    [[nodiscard]] std::vector<TreeEntry> list(const std::string& id,
                                              const std::vector<std::string>& places) const;

    /// Makes an object of @p text. Returns its id.
    [[nodiscard]] std::string add_blob(const std::string& text) const;
    /// Makes a tree of @p blobs, by their names. Returns its id.
    [[nodiscard]] std::string add_tree(const std::map<std::string, std::string>& blobs) const;
    /// Makes a commit of @p tree after @p parent (empty: the first one). Returns its id.
    [[nodiscard]] std::string add_commit(const std::string& tree, const std::string& parent,
                                         const std::string& message) const;
    /// The object @p id as git packs it. Nothing where it is in no file of its own.
    [[nodiscard]] std::optional<std::string> loose(const std::string& id) const;

private:
    /// What git prints when it is run with @p arguments and @p input. Throws where it fails, or prints more than @p most.
    [[nodiscard]] std::string git(const std::vector<std::string>& arguments, const std::string& input,
                                  std::uint64_t most) const;
    /// The last line of what git @p said.
    [[nodiscard]] std::string last_words(std::string said) const;
    /// The one line that git prints.
    [[nodiscard]] std::string made(const std::vector<std::string>& arguments, const std::string& input) const;

    TemporaryDirectory folder_;
    std::filesystem::path repository_;
};

/// The program git. Throws EnvironmentError where there is none.
std::filesystem::path find_git();

} // namespace grader
