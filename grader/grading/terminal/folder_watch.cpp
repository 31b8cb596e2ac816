#include "grading/terminal/folder_watch.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errors.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t watched_events = IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                                         IN_MOVED_TO | IN_ONLYDIR | IN_EXCL_UNLINK;

/// Returns whether @p file is a link, which is complete when it appears; any other new file is still to be
/// written.
bool is_link(const fs::path& file) {
    struct stat status {};
    return ::lstat(file.c_str(), &status) == 0 && (S_ISLNK(status.st_mode) || status.st_nlink > 1);
}

FileChange change_of(std::uint32_t mask, const fs::path& file) {
    if ((mask & (IN_DELETE | IN_MOVED_FROM)) != 0) return FileChange::gone;
    if ((mask & (IN_CLOSE_WRITE | IN_MOVED_TO)) != 0) return FileChange::complete;
    return (mask & IN_CREATE) != 0 && is_link(file) ? FileChange::complete : FileChange::begun;
}

} // namespace

FolderWatch::FolderWatch(std::vector<fs::path> roots)
    : roots_(std::move(roots)), inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    if (inotify_.get() < 0)
        throw EnvironmentError(std::string("inotify cannot watch folders here: ") + std::strerror(errno));
    std::set<fs::path> parents;
    for (const fs::path& root : roots_) parents.insert(root.parent_path());
    // Parents first, so that a root that is being replaced is noticed.
    for (const fs::path& parent : parents) watch({{}, parent});
    for (const fs::path& root : roots_) watch_tree({root, root}, nullptr);
}

void FolderWatch::watch(const Folder& folder) {
    const int number = ::inotify_add_watch(inotify_.get(), folder.path.c_str(), watched_events);
    if (number >= 0) {
        folders_[number] = folder;
        return;
    }
    // removed again; the event of its parent reports that
    if (errno == ENOENT || errno == ENOTDIR) return;
    const std::string why = std::strerror(errno);
    throw EnvironmentError("cannot watch " + folder.path.string() + ": " + why +
                           ". The limits of the kernel are in /proc/sys/fs/inotify");
}

/// @param found if not null, receives the files that already exist
void FolderWatch::watch_tree(const Folder& folder, std::vector<FileEvent>* found) {
    watch(folder);
    std::error_code failure;
    for (fs::directory_iterator entry(folder.path, failure), end; !failure && entry != end;
         entry.increment(failure)) {
        const fs::file_status status = entry->symlink_status(failure);
        if (fs::is_directory(status))
            watch_tree({folder.root, entry->path()}, found);
        else if (found != nullptr)
            found->push_back(
                {folder.root, entry->path().lexically_relative(folder.root).string(), FileChange::complete});
    }
}

void FolderWatch::unwatch_tree(const fs::path& path) {
    for (auto folder = folders_.begin(); folder != folders_.end();) {
        const fs::path below = folder->second.path.lexically_relative(path);
        const bool inside = !below.empty() && *below.begin() != "..";
        if (inside) ::inotify_rm_watch(inotify_.get(), folder->first);
        folder = inside ? folders_.erase(folder) : std::next(folder);
    }
}

void FolderWatch::folder_changed(const Folder& parent, const std::string& name, bool there,
                                 std::vector<FileEvent>& found) {
    const fs::path path = parent.path / name;
    const bool is_root = std::find(roots_.begin(), roots_.end(), path) != roots_.end();
    if (parent.root.empty() && !is_root) return;
    unwatch_tree(path);
    if (there) watch_tree({is_root ? path : parent.root, path}, &found);
}

std::vector<FileEvent> FolderWatch::events() {
    std::vector<FileEvent> found;
    alignas(inotify_event) char buffer[1 << 14];
    for (ssize_t got = 0; (got = ::read(inotify_.get(), buffer, sizeof(buffer))) > 0;) {
        for (ssize_t at = 0; at < got;) {
            inotify_event event{};
            std::memcpy(&event, buffer + at, sizeof(event));
            const char* name_start = buffer + at + sizeof(event);
            const std::string name = event.len > 0 ? std::string(name_start) : std::string();
            at += static_cast<ssize_t>(sizeof(event) + event.len);
            if ((event.mask & IN_Q_OVERFLOW) != 0) {
                for (const fs::path& root : roots_) watch_tree({root, root}, &found);
                continue;
            }
            const auto known = folders_.find(event.wd);
            if (known == folders_.end() || name.empty()) continue;
            const Folder folder = known->second;
            if ((event.mask & IN_ISDIR) != 0) {
                if ((event.mask & (IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM)) != 0)
                    folder_changed(folder, name, (event.mask & (IN_CREATE | IN_MOVED_TO)) != 0, found);
                continue;
            }
            if (folder.root.empty()) continue;
            const fs::path file = folder.path / name;
            found.push_back(
                {folder.root, file.lexically_relative(folder.root).string(), change_of(event.mask, file)});
        }
    }
    return found;
}

} // namespace grader
