#include "classroom/submissions/return_reports.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

#include <fmt/core.h>

#include "base/text.h"
#include "classroom/submissions/git_copy.h"
#include "classroom/submissions/student_repository.h"
#include "classroom/submissions/untrusted_folder.h"
#include "course/bare_repository.h"

namespace grader {
namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;
using Failure = std::optional<std::string>;

const std::string reports = "reports"; // name of the folder, and of the branch

bool is_name_of_report(const std::string& name) {
    constexpr std::size_t longest_name = 200;
    return !name.empty() && name.size() <= longest_name && !name.starts_with('.') &&
           name.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
}

std::string in_words(int error) {
    if (error == ELOOP || error == ENOTDIR)
        return "it is a symbolic link or a file instead of a folder; remove it";
    if (error == EISDIR || error == ENOTEMPTY || error == EEXIST)
        return "a folder is in its place; remove it";
    return std::strerror(error);
}

Failure failure_at(const fs::path& where, int error) {
    return fmt::format("cannot write {}: {}", printable(where.string()), in_words(error));
}

/// Reports whether @p name in @p folder is a file with exactly the contents @p text.
bool holds(const Descriptor& folder, const std::string& name, const std::string& text) {
    return read_all(open_file_in(folder, name), text.size()) == text;
}

Failure write_to_folder(const fs::path& place, const Files& files) {
    const Descriptor student = open_folder(place);
    if (student.get() < 0) return failure_at(place, errno);
    const Descriptor folder = make_folder_in(student, reports, 0755);
    if (folder.get() < 0) return failure_at(place / reports, errno);
    // A constant name, so that drafts of killed graders do not accumulate.
    const std::string draft_name = ".kernelsmith-draft";
    Failure failure;
    for (const auto& [name, text] : files) {
        if (holds(folder, name, text)) continue;
        ::unlinkat(folder.get(), draft_name.c_str(), 0);
        AtomicFileWriter draft(folder, draft_name);
        if (!draft.made())
            failure = failure_at(place / reports / draft_name, errno);
        else if (!draft.publish_as(name, text, 0644))
            failure = failure_at(place / reports / name, errno);
    }
    return failure;
}

/// The current branch, in a copy that has its objects if it exists.
struct ReportsBranch {
    std::string id;     ///< the branch's last commit; empty: there is no such branch
    std::string parent; ///< that commit if it can be read; else empty
    std::string tree;   ///< tree of that commit; empty if it cannot be read
};

ReportsBranch branch_in(const GitCopy& copy, const std::string& id) {
    constexpr std::uint64_t largest = 1 << 20;
    if (id.empty()) return {};
    const std::vector<std::optional<GitObject>> objects =
        copy.objects({id, id + "^{tree}"}, largest, 2 * largest);
    if (!objects[0] || objects[0]->type != "commit") return {id, {}, {}};
    return {id, id, objects[1] ? objects[1]->id : std::string()};
}

/// Commits @p files to the branch. Returns false if the branch was changed in the meantime.
bool commit_files(const StudentRepository& repository, const Files& files) {
    const std::map<std::string, std::string> references = repository.references();
    const auto found = references.find("refs/heads/" + reports);
    const std::string id = found == references.end() ? std::string() : found->second;
    const GitCopy copy(repository, id.empty() ? Objects::none : Objects::copied);
    const ReportsBranch branch = branch_in(copy, id);
    std::map<std::string, std::string> blobs;
    for (const auto& [name, text] : files) blobs[name] = copy.add_blob(text);
    const std::string tree = copy.add_tree(blobs);
    if (tree == branch.tree) return true;
    const std::string commit = copy.add_commit(tree, branch.parent, "Reports");
    // Write the commit last: a reader who finds it also finds all objects that it refers to.
    std::vector<std::string> objects;
    for (const auto& [name, blob] : blobs) objects.push_back(blob);
    objects.insert(objects.end(), {tree, commit});
    for (const std::string& object : objects)
        if (const std::optional<std::string> bytes = copy.loose(object))
            repository.put_object(object, *bytes);
    return repository.set_branch(reports, id, commit);
}

Failure commit_to_repository(const fs::path& place, const Files& files) {
    constexpr int tries = 3;
    const std::string where = fmt::format("cannot return reports to {}: ", printable(place.string()));
    try {
        const StudentRepository repository(place);
        for (int i = 0; i < tries; ++i)
            if (commit_files(repository, files)) return std::nullopt;
        return where + "its branch reports keeps changing";
    } catch (const UnusableRepository& reason) {
        return where + reason.what();
    }
}

} // namespace

Failure return_reports(const fs::path& place, const Files& files) {
    for (const auto& [name, text] : files)
        if (!is_name_of_report(name))
            return fmt::format("cannot return {}: it is not a valid name for a file in a folder",
                               printable(name));
    return is_bare_repository(place) ? commit_to_repository(place, files) : write_to_folder(place, files);
}

} // namespace grader
