#include "classroom/submissions/student_repository.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/core.h>

#include "base/files.h"
#include "classroom/submissions/object_copy.h"
#include "classroom/submissions/untrusted_folder.h"

namespace grader {
namespace {

/// Limit of the references per repository, because each takes time in every scan.
constexpr std::size_t max_references = 2000;
constexpr std::uint64_t max_packed_refs_bytes = std::uint64_t{4} << 20; ///< limit of the file packed-refs in
                                                                        ///< bytes
constexpr std::size_t max_reference_bytes = 128;                        ///< limit of a file that contains one
                                                                        ///< id
constexpr int max_name_depth = 4; ///< limit of the components of a name below `refs/heads`

using References = std::map<std::string, std::string>;

bool is_object_id(std::string_view text) {
    return (text.size() == 40 || text.size() == 64) &&
           text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

[[noreturn]] void cannot(const std::string& what) {
    throw UnusableRepository(fmt::format("{}: {}", what, std::strerror(errno)));
}

void add_reference(References& references, const std::string& name, std::string_view id) {
    if (!is_object_id(id)) return;
    references.emplace(name, id);
    if (references.size() > max_references)
        throw UnusableRepository(
            fmt::format("it has more than {} branches and tags; delete those that are not needed",
                        max_references));
}

/// Adds the loose references in @p folder, one file each. @p prefix is the start of their names.
void read_loose(const Descriptor& folder, const std::string& prefix, int depth, References& references) {
    for (const std::string& name : names_in(folder, max_references + 1)) {
        if (const Descriptor file = open_file_in(folder, name); file.get() >= 0) {
            const std::string text = read_all(file, max_reference_bytes).value_or("");
            const std::vector<std::string_view> lines = split_lines(text);
            if (!lines.empty()) add_reference(references, prefix + name, lines.front());
        } else if (depth < max_name_depth) {
            const Descriptor below = open_folder_in(folder, name);
            if (below.get() >= 0) read_loose(below, prefix + name + "/", depth + 1, references);
        }
    }
}

/// Adds the references of packed-refs, unless a loose one exists: loose ones are newer.
void read_packed(const Descriptor& repository, References& references) {
    const Descriptor file = open_file_in(repository, "packed-refs");
    if (file.get() < 0) {
        if (errno != ENOENT) cannot("packed-refs cannot be read");
        return;
    }
    const std::optional<std::string> list = read_all(file, max_packed_refs_bytes);
    if (!list) throw UnusableRepository("packed-refs cannot be read, or is too long");
    for (const std::string_view line : split_lines(*list)) {
        const std::size_t blank = line.find(' ');
        if (blank == std::string_view::npos || !is_object_id(line.substr(0, blank))) continue;
        const std::string name(line.substr(blank + 1));
        if (name.starts_with("refs/heads/") || name.starts_with("refs/tags/"))
            add_reference(references, name, line.substr(0, blank));
    }
}

mode_t mode_of(const Descriptor& file) {
    struct stat status {};
    return ::fstat(file.get(), &status) == 0 ? status.st_mode & 07777 : 0755;
}

} // namespace

StudentRepository::StudentRepository(const std::filesystem::path& place) : folder_(open_folder(place)) {
    if (folder_.get() < 0) cannot("the repository cannot be read");
    objects_ = open_folder_in(folder_, "objects");
    if (objects_.get() < 0) cannot("it is not a bare git repository, or an incomplete one; its `objects`");
    if (open_folder_in(folder_, "reftable").get() >= 0)
        throw UnusableRepository("its references are in a reftable, which is not supported. Create it again "
                                 "with git init --bare --ref-format=files");
}

std::map<std::string, std::string> StudentRepository::references() const {
    References references;
    const Descriptor all = open_folder_in(folder_, "refs");
    // Read loose references before packed ones: git writes packed-refs first when it packs them.
    for (const std::string kind : {"heads", "tags"})
        if (const Descriptor folder = open_folder_in(all, kind); folder.get() >= 0)
            read_loose(folder, "refs/" + kind + "/", 1, references);
    read_packed(folder_, references);
    return references;
}

bool StudentRepository::uses_sha256() const {
    constexpr std::size_t length = 64;
    const References known = references();
    if (!known.empty()) return known.begin()->second.size() == length;
    const std::string config = read_all(open_file_in(folder_, "config"), 1 << 16).value_or("");
    return config.find("sha256") != std::string::npos;
}

bool StudentRepository::borrows() const {
    const Descriptor info = open_folder_in(objects_, "info");
    return info.get() >= 0 && ::faccessat(info.get(), "alternates", F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

void StudentRepository::copy_objects(const std::filesystem::path& to) const {
    grader::copy_objects(objects_, to);
}

void StudentRepository::put_object(const std::string& id, const std::string& bytes) const {
    // git gc removes leftover files with names of this form.
    const std::string draft_name = "tmp_obj_kernelsmith";
    const std::string name = id.substr(2);
    const Descriptor folder = make_folder_in(objects_, id.substr(0, 2), mode_of(objects_));
    if (folder.get() < 0) cannot("nothing can be written into its `objects`");
    if (open_file_in(folder, name).get() >= 0) return;
    ::unlinkat(folder.get(), draft_name.c_str(), 0);
    AtomicFileWriter draft(folder, draft_name);
    if (!draft.made() || !draft.publish_as(name, bytes, 0444))
        cannot("nothing can be written into its `objects`");
}

bool StudentRepository::set_branch(const std::string& name, const std::string& before,
                                   const std::string& id) const {
    const std::string reference = "refs/heads/" + name;
    const Descriptor all = open_folder_in(folder_, "refs");
    const Descriptor heads = make_folder_in(all, "heads", mode_of(all));
    if (heads.get() < 0) cannot("nothing can be written into its `refs/heads`");
    AtomicFileWriter lock(heads, name + ".lock");
    if (!lock.made() && errno == EEXIST)
        throw UnusableRepository(fmt::format(
            "{}.lock exists: a push is in progress, or git was killed and left it, and it must be removed",
            reference));
    if (!lock.made()) cannot("nothing can be written into its `refs/heads`");
    const References now = references();
    if (const auto below = now.lower_bound(reference + "/");
        below != now.end() && below->first.starts_with(reference + "/"))
        throw UnusableRepository(fmt::format("it has a branch {}, which prevents a branch {}; delete it",
                                             below->first.substr(std::strlen("refs/heads/")), name));
    const auto at = now.find(reference);
    if ((at == now.end() ? std::string() : at->second) != before) return false;
    ::unlinkat(heads.get(), name.c_str(), AT_REMOVEDIR); // remove an empty folder that git left from a
                                                         // deleted branch
    if (!lock.publish_as(name, id + "\n", mode_of(heads) & 0666))
        cannot("its branch " + name + " cannot be written");
    return true;
}

} // namespace grader
