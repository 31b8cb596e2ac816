#pragma once

/// @file
/// Copies of what a student handed in, and of the course's headers: all that a compiler which is locked in sees of
/// either. Everybody can read the copies, whoever can read what they were made of.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// What a submission may have, wherever it comes from. What is beyond that is left out.
struct SubmissionLimits {
    static constexpr std::size_t max_files = 256;                             ///< of a lab
    static constexpr std::uint64_t max_file_bytes = std::uint64_t{1} << 20;   ///< in bytes
    static constexpr std::uint64_t max_total_bytes = std::uint64_t{16} << 20; ///< of a lab
    static constexpr int max_depth = 4;                                       ///< folders in one another
};

/// A file that was handed in.
struct FolderFile {
    std::filesystem::path name; ///< from the folder on
    std::filesystem::path from; ///< where it lies
    std::string text;           ///< its bytes
};

/// The regular files in @p folder and in its folders, by their names. Left out are links, pipes and devices, what
/// cannot be read, and what is beyond SubmissionLimits.
std::vector<FolderFile> read_folder(const std::filesystem::path& folder);

/// The headers among them.
std::vector<FolderFile> read_headers(const std::filesystem::path& folder);

/// Copies the files that read_folder() reads in @p folder to @p to. Returns those that were copied.
std::vector<std::filesystem::path> copy_folder(const std::filesystem::path& folder,
                                               const std::filesystem::path& to);

/// Writes @p files to the folder @p to, which is made. Throws EnvironmentError.
void write_folder(const std::vector<FolderFile>& files, const std::filesystem::path& to);

/// Copies the file @p source to @p to, which may be there already. Where it cannot be read, the compiler says so.
void copy_source(const std::filesystem::path& source, const std::filesystem::path& to);

/// The same for those that read_headers() reads.
std::vector<std::filesystem::path> copy_headers(const std::filesystem::path& folder,
                                                const std::filesystem::path& to);

} // namespace grader
