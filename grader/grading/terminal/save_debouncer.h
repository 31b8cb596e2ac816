#pragma once

/// @file
/// When is a file saved? Not while it is being written, and not between the two halves of a save.

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace grader {

/// What can happen to a file.
enum class FileChange {
    begun,    ///< somebody writes into it
    complete, ///< whoever wrote it has closed it, or it was moved here
    gone,     ///< it was deleted, or moved away
};

/// Whether a file of this name can be a part of what a student wrote: a source or a header, and no editor's
/// copy of one.
bool is_source_name(const std::string& name);

/// Collects what happens to the files of several subjects until it has been quiet for a moment.
class SaveDebouncer {
public:
    /// Steady, so that setting the machine's clock makes nothing quiet.
    using Clock = std::chrono::steady_clock;
    /// Editors write a file in several steps; between two of them lie a few milliseconds.
    static constexpr std::chrono::milliseconds quiet_period{150};
    /// A program that keeps a file open and writes nothing more for so long has written it.
    static constexpr std::chrono::seconds max_open_time{5};

    /// Something happened at @p now to @p file, which belongs to @p subject.
    void add(const std::string& subject, const std::string& file, FileChange change, Clock::time_point now);

    /// When what was collected is due, as long as nothing else happens. Nothing: not before something does.
    [[nodiscard]] std::optional<Clock::time_point> due() const;

    /// Takes what was collected: the subjects, the one saved last at the end.
    std::vector<std::string> take();

private:
    std::vector<std::string> subjects_;
    std::set<std::pair<std::string, std::string>> being_written_;
    Clock::time_point last_;
};

} // namespace grader
