#pragma once

/// @file
/// Whole files as text, atomic writes, text as lines, and temporary directories.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claim.h"

namespace grader {

/// Whether a symbolic link is followed when a file is read.
enum class SymlinkPolicy { followed, refused };

/// Returns all bytes of the regular file @p file; no value if it is not a regular file, cannot be read, or
/// has more than @p most bytes. Never blocks, as opening a pipe would, and allocates no more memory than
/// that, even if the file changes meanwhile.
std::optional<std::string> read_file(const std::filesystem::path& file, std::uint64_t most,
                                     SymlinkPolicy links);

/// Returns all bytes of a file of at most 64 MiB; an empty string if it cannot be read.
std::string read_text(const std::filesystem::path& file);

/// Returns whether bytes written to @p file are passed on, as by a device, a pipe or a descriptor of this
/// process (/dev/stdout). Such a file cannot be replaced, and writes to it cannot be undone.
bool is_stream(const std::filesystem::path& file);

/// Writes @p text to @p file so that a reader finds either all of it or the old contents, even after a crash:
/// a draft next to the file is filled and then renamed. The file keeps its permissions, and a symbolic link
/// stays a link. Drafts that killed writers of @p file have left are removed. Only a file for which
/// is_stream() is true is written in place. Creates no directory. Throws EnvironmentError.
void write_atomically(const std::filesystem::path& file, std::string_view text);

/// Writes @p text to @p file as write_atomically() does, unless the file already has these contents: then it
/// keeps its modification time, so builds that depend on it stay valid.
void write_if_changed(const std::filesystem::path& file, std::string_view text);

/// Waits until the contents of @p file would survive a crash of the machine (fsync). Throws EnvironmentError.
void sync_file(const std::filesystem::path& file);

/// Returns the lines of @p text, without line ends. An empty last line is omitted.
std::vector<std::string_view> split_lines(std::string_view text);

/// A directory that the destructor removes. If the process is killed, the next process that creates one in
/// the same parent removes it. Throws EnvironmentError if none can be created.
class TemporaryDirectory {
public:
    /// Creates it in the system's directory for temporary files.
    TemporaryDirectory() : TemporaryDirectory(std::filesystem::temp_directory_path()) {}
    /// Creates it in @p parent.
    explicit TemporaryDirectory(const std::filesystem::path& parent);
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    /// Returns the path of the directory.
    [[nodiscard]] const std::filesystem::path& path() const { return directory_.path; }

private:
    ClaimedDirectory directory_;
};

} // namespace grader
