#pragma once

/// @file
/// Copies of a student's submission and of the course's headers. A sandboxed compiler sees nothing else of
/// either. Every user can read the copies, whatever the permissions of the originals.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// Limits on a submission from any source. Files beyond the limits are omitted.
struct SubmissionLimits {
    static constexpr std::size_t max_files = 256;                             ///< files per lab
    static constexpr std::uint64_t max_file_bytes = std::uint64_t{1} << 20;   ///< bytes per file
    static constexpr std::uint64_t max_total_bytes = std::uint64_t{16} << 20; ///< bytes per lab
    static constexpr int max_depth = 4;                                       ///< levels of nested folders
};

/// A file of a submission.
struct FolderFile {
    std::filesystem::path name; ///< path relative to the folder
    std::filesystem::path from; ///< path of the original
    std::string text;           ///< contents
};

/// Returns the regular files in @p folder and its subfolders, sorted by name. Links, pipes, devices,
/// unreadable files and files beyond SubmissionLimits are omitted.
std::vector<FolderFile> read_folder(const std::filesystem::path& folder);

/// Returns the headers among the files that read_folder() returns for @p folder.
std::vector<FolderFile> read_headers(const std::filesystem::path& folder);

/// Copies the files that read_folder() returns for @p folder to @p to. Returns the copies.
std::vector<std::filesystem::path> copy_folder(const std::filesystem::path& folder,
                                               const std::filesystem::path& to);

/// Writes @p files to the folder @p to, which is created. Throws EnvironmentError.
void write_folder(const std::vector<FolderFile>& files, const std::filesystem::path& to);

/// Copies the file @p source to @p to, which may exist already. If it cannot be read, the compiler reports
/// the error.
void copy_source(const std::filesystem::path& source, const std::filesystem::path& to);

/// Copies the headers that read_headers() returns for @p folder to @p to. Returns the copies.
std::vector<std::filesystem::path> copy_headers(const std::filesystem::path& folder,
                                                const std::filesystem::path& to);

} // namespace grader
