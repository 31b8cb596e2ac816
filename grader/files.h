#pragma once

/// @file
/// Whole files as text, text as lines, and a place for files that nobody keeps.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// All bytes of @p file; none where it cannot be read.
std::string read_text(const std::filesystem::path& file);

/// The lines of @p text, without their ends. A last line that is empty is none.
std::vector<std::string_view> split_lines(std::string_view text);

/// A directory that goes away with it. Throws EnvironmentError where none can be made.
class TemporaryDirectory {
public:
    /// Makes it where temporary files go.
    TemporaryDirectory();
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    /// Where it is.
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace grader
