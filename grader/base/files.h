#pragma once

/// @file
/// Whole files as text, files that are never half written, text as lines, and a place for files that nobody keeps.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claim.h"

namespace grader {

/// Whether a link in the place of a file is read.
enum class SymlinkPolicy { followed, refused };

/// All bytes of the regular file @p file; nothing where it is none, cannot be read, or has more than @p most bytes. Never
/// waits, as opening a pipe would, and takes no more memory than that, whatever the file is in the meantime.
std::optional<std::string> read_file(const std::filesystem::path& file, std::uint64_t most,
                                     SymlinkPolicy links);

/// The same for a file of at most 64 MiB; no bytes where there is nothing to read.
std::string read_text(const std::filesystem::path& file);

/// Whether what is written to @p file passes on to somebody else, as with a device, a pipe or a descriptor of this
/// process (/dev/stdout). There is nothing to replace then, and what has been written cannot be taken back.
bool is_stream(const std::filesystem::path& file);

/// Writes @p text to @p file so that a reader finds either all of it or what was there before, also after a
/// crash: a new file beside it is filled and takes its place. The file's permissions stay, and a link stays a link.
/// New files that killed writers of @p file have left are removed. Only what is_stream() is written as it is. Makes no directory. Throws EnvironmentError.
void write_atomically(const std::filesystem::path& file, std::string_view text);

/// Writes @p text to @p file as write_atomically() does, unless it holds just that: then it keeps its time, and with it the
/// builds that were made from it.
void write_if_changed(const std::filesystem::path& file, std::string_view text);

/// Waits until what was written to @p file would survive a crash of the machine. Throws EnvironmentError.
void sync_file(const std::filesystem::path& file);

/// The lines of @p text, without their ends. A last line that is empty is none.
std::vector<std::string_view> split_lines(std::string_view text);

/// A directory that goes away with it. Where its process is killed, the next one that makes a directory in the same place
/// removes it. Throws EnvironmentError where none can be made.
class TemporaryDirectory {
public:
    /// Makes it where temporary files go.
    TemporaryDirectory() : TemporaryDirectory(std::filesystem::temp_directory_path()) {}
    /// Makes it in @p parent.
    explicit TemporaryDirectory(const std::filesystem::path& parent);
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    /// Where it is.
    [[nodiscard]] const std::filesystem::path& path() const { return directory_.path; }

private:
    ClaimedDirectory directory_;
};

} // namespace grader
