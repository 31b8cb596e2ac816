#pragma once

/// @file
/// A text file that several processes append to, a line at a time, and that none of them can spoil.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace grader {

/// The file. Whoever appends holds a lock, so that a line is never torn; a line that a full disk or a crash
/// cut short ends where the next one begins. No failure throws: what is kept here is a comfort, and must
/// never stand between a student and a grade.
class Journal {
public:
    /// Lines without their ends.
    using Lines = std::vector<std::string>;

    /// @p file need not exist, nor its directory.
    explicit Journal(std::filesystem::path file) : file_(std::move(file)) {}

    /// Its lines without their ends. None where it cannot be read, or is too large to be ours.
    [[nodiscard]] Lines lines() const;

    /// What becomes of a journal that has grown too long.
    struct Compacted {
        Lines lines;           ///< in place of all there are
        bool readable = false; ///< false: the old file is kept beside the new one
    };
    /// From all lines to fewer.
    using Compactor = std::function<Compacted(const Lines&)>;

    /// Appends @p line.
    /// @param shorten asked when the file is larger than it should be
    /// @return whether it is written
    [[nodiscard]] bool append(const std::string& line, const Compactor& compact) const;

private:
    std::filesystem::path file_;
};

} // namespace grader
