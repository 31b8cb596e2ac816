#pragma once

/// @file
/// Folders whose files may change at any moment. The kernel says when; nobody looks in between.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "grading/terminal/save_debouncer.h"

namespace grader {

/// Something happened to a file.
struct FileEvent {
    std::filesystem::path root;               ///< the folder, as it was given, that the file lies in or below
    std::string file;                         ///< its path from there
    FileChange change = FileChange::complete; ///< what happened
};

/// Watches folders with all that is below them, also such as are made later, and a folder that is replaced by
/// another of its name.
class FolderWatch {
public:
    /// Begins to watch @p roots. Throws EnvironmentError where the kernel refuses.
    explicit FolderWatch(std::vector<std::filesystem::path> roots);
    ~FolderWatch() = default;
    FolderWatch(const FolderWatch&) = delete;
    FolderWatch& operator=(const FolderWatch&) = delete;

    /// Readable when something has happened.
    [[nodiscard]] int descriptor() const { return inotify_.get(); }
    /// What has happened since the last call. Where the kernel lost count, every file of every root counts as
    /// written.
    std::vector<FileEvent> events();

private:
    struct Folder {
        std::filesystem::path root; ///< empty: holds roots and is none
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
