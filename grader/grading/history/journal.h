#pragma once

/// @file
/// An append-only text file that several processes share, one line per record.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace grader {

/// The file. Appending holds a lock, so that lines are never interleaved; a line that a full disk or a crash
/// truncated ends where the next one begins. No failure throws: history is a convenience, and must never keep
/// a student from a grade.
class Journal {
public:
    /// Lines without their terminators.
    using Lines = std::vector<std::string>;

    /// @p file need not exist, nor its directory.
    explicit Journal(std::filesystem::path file) : file_(std::move(file)) {}

    /// Returns its lines without their terminators. Empty if it cannot be read, or is too large to be the
    /// grader's.
    [[nodiscard]] Lines lines() const;

    /// The result of compacting a journal that has grown too large.
    struct Compacted {
        Lines lines;           ///< lines that replace all lines
        bool readable = false; ///< false: the old file is kept next to the new one
    };
    /// Maps all lines to fewer.
    using Compactor = std::function<Compacted(const Lines&)>;

    /// Appends @p line.
    /// @param compact called if the file exceeds the compaction threshold
    /// @return whether the line was written
    [[nodiscard]] bool append(const std::string& line, const Compactor& compact) const;

private:
    std::filesystem::path file_;
};

} // namespace grader
