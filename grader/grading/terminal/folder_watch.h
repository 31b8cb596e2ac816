#pragma once

/// @file
/// Watches folders for changed files with inotify, without polling.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "grading/terminal/save_debouncer.h"

namespace grader {

/// An event of a file.
struct FileEvent {
    std::filesystem::path root;               ///< the watched folder, as given, that contains the file
    std::string file;                         ///< path of the file relative to `root`
    FileChange change = FileChange::complete; ///< the kind of event
};

/// Watches folders recursively, including subfolders created later, and a folder that is replaced by another
/// of its name.
class FolderWatch {
public:
    /// Starts to watch @p roots. Throws EnvironmentError if inotify fails.
    explicit FolderWatch(std::vector<std::filesystem::path> roots);
    ~FolderWatch() = default;
    FolderWatch(const FolderWatch&) = delete;
    FolderWatch& operator=(const FolderWatch&) = delete;

    /// Returns a descriptor that is readable when there are events.
    [[nodiscard]] int descriptor() const { return inotify_.get(); }
    /// Returns the events since the last call. After an overflow of the kernel's queue, every file of every
    /// root counts as written.
    std::vector<FileEvent> events();

private:
    struct Folder {
        std::filesystem::path root; ///< empty: it contains roots and is not one itself
        std::filesystem::path path;
    };

    void watch(const Folder& folder);
    void watch_tree(const Folder& folder, std::vector<FileEvent>* found);
    void unwatch_tree(const std::filesystem::path& path);
    void folder_changed(const Folder& parent, const std::string& name, bool there,
                        std::vector<FileEvent>& found);

    std::vector<std::filesystem::path> roots_;
    Descriptor inotify_;
    std::map<int, Folder> folders_;
};

} // namespace grader
