#include "classroom/submissions/committed_labs.h"

#include <algorithm>
#include <set>

#include <fmt/core.h>

namespace grader {
namespace {

using Bounds = SubmissionLimits;

constexpr std::string_view main_file = "student.cu";

bool is_regular(const TreeEntry& entry) { return entry.mode.starts_with("100"); }

/// Reports whether @p name is safe as a file name in a folder. Git's own commands create no other names, but
/// a student can forge a tree.
bool is_safe_name(const std::string& name) {
    constexpr std::size_t max_component_bytes = 255;
    std::size_t parts = 0;
    for (std::size_t at = 0; at <= name.size(); ++parts) {
        const std::size_t end = std::min(name.find('/', at), name.size());
        const std::string part = name.substr(at, end - at);
        if (part.empty() || part == "." || part == ".." || part.size() > max_component_bytes) return false;
        at = end + 1;
    }
    return parts <= static_cast<std::size_t>(Bounds::max_depth) + 1;
}

/// Selects files within the limits that can coexist in one folder.
class ChosenFiles {
public:
    /// Adds @p entry as the file @p name of the lab's folder, if possible.
    void take(const TreeEntry& entry, const std::string& name) {
        if (!is_regular(entry) || !entry.size || !is_safe_name(name)) return;
        if (ids_.size() >= Bounds::max_files || *entry.size > Bounds::max_file_bytes ||
            *entry.size > Bounds::max_total_bytes - bytes_)
            return;
        // A tree can contain a name twice, also as a file and a folder.
        if (folders_.contains(name) || names_.contains(name)) return;
        std::vector<std::string> above;
        for (std::size_t slash = name.find('/'); slash != std::string::npos;
             slash = name.find('/', slash + 1))
            above.push_back(name.substr(0, slash));
        for (const std::string& folder : above)
            if (names_.contains(folder)) return;
        folders_.insert(above.begin(), above.end());
        names_.insert(name);
        bytes_ += *entry.size;
        ids_.push_back(entry.id);
        order_.push_back(name);
    }

    /// Reads the selected files from @p copy.
    [[nodiscard]] std::vector<FolderFile> read(const GitCopy& copy) const {
        const std::vector<std::optional<GitObject>> blobs =
            copy.objects(ids_, Bounds::max_file_bytes, Bounds::max_total_bytes);
        std::vector<FolderFile> files;
        for (std::size_t i = 0; i < blobs.size(); ++i)
            if (blobs[i]) files.push_back({order_[i], {}, blobs[i]->bytes});
        std::sort(files.begin(), files.end(),
                  [](const FolderFile& a, const FolderFile& b) { return a.name < b.name; });
        return files;
    }

private:
    std::set<std::string> names_, folders_;
    std::vector<std::string> ids_, order_;
    std::uint64_t bytes_ = 0;
};

/// Returns why the file @p main is rejected; empty: it is accepted.
std::string why_not(const TreeEntry& main) {
    if (main.mode == "120000") return "student.cu is a link, and links are not followed";
    if (!is_regular(main)) return "student.cu is not a regular file";
    if (!main.size) return "the object of student.cu is missing in the repository";
    if (*main.size > Bounds::max_file_bytes) return "student.cu has more than 1 MiB";
    return {};
}

/// Returns the lab in the folder @p folder of a commit with @p entries. No value: it has no student.cu.
std::optional<CommittedLab> lab_in(const GitCopy& copy, const std::vector<TreeEntry>& entries,
                                   const std::string& folder) {
    const std::string prefix = folder + "/";
    const auto main = std::find_if(entries.begin(), entries.end(), [&](const TreeEntry& entry) {
        return entry.path == folder || entry.path == prefix + std::string(main_file) ||
               entry.path.starts_with(prefix + std::string(main_file) + "/");
    });
    if (main == entries.end()) return std::nullopt;
    CommittedLab lab;
    if (main->path == folder)
        lab.refused = "its folder is a link, a file or a submodule, which are not followed";
    else if (main->path != prefix + std::string(main_file))
        lab.refused = "student.cu is a folder";
    else
        lab.refused = why_not(*main);
    if (!lab.refused.empty()) return lab;
    ChosenFiles choice;
    choice.take(*main, std::string(main_file)); // add it first, so that other files cannot exhaust the limits
    for (const TreeEntry& entry : entries)
        if (entry.path.starts_with(prefix)) choice.take(entry, entry.path.substr(prefix.size()));
    lab.files = choice.read(copy);
    const bool whole = std::any_of(lab.files.begin(), lab.files.end(),
                                   [](const FolderFile& file) { return file.name == main_file; });
    if (!whole) throw UnusableRepository("the object of student.cu is missing in it");
    return lab;
}

} // namespace

std::vector<CommittedLab> files_of_commit(const GitCopy& copy, const std::string& id,
                                          const std::vector<std::string>& labs) {
    std::vector<std::string> places;
    for (const std::string& lab : labs) places.insert(places.end(), {"labs/" + lab, lab});
    const std::vector<TreeEntry> entries = copy.list(id, places);
    std::vector<CommittedLab> found;
    for (const std::string& lab : labs) {
        std::optional<CommittedLab> here = lab_in(copy, entries, "labs/" + lab);
        if (!here) here = lab_in(copy, entries, lab);
        found.push_back(here ? std::move(*here) : CommittedLab{});
        found.back().lab = lab;
    }
    return found;
}

} // namespace grader
