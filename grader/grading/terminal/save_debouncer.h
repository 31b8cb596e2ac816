#pragma once

/// @file
/// Debounces file events: a file counts as saved when no write to it has occurred for a moment.

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace grader {

/// Kinds of file events.
enum class FileChange {
    begun,    ///< a process is writing to it
    complete, ///< the writer has closed it, or it was moved here
    gone,     ///< it was deleted, or moved away
};

/// Returns whether a file with this name can be part of a student's code: a source or a header, and not an
/// editor's copy of one.
bool is_source_name(const std::string& name);

/// Collects file events of several subjects until none has occurred for a moment.
class SaveDebouncer {
public:
    /// A steady clock, so that setting the machine's clock does not end a quiet period.
    using Clock = std::chrono::steady_clock;
    /// Time without events after which a save is complete. Editors write a file in several steps, which are a
    /// few milliseconds apart.
    static constexpr std::chrono::milliseconds quiet_period{150};
    /// A file that a program keeps open without writing for this time counts as written.
    static constexpr std::chrono::seconds max_open_time{5};

    /// Adds an event of @p file, which belongs to @p subject, at the time @p now.
    void add(const std::string& subject, const std::string& file, FileChange change, Clock::time_point now);

    /// Returns when the collected saves are due if no further event occurs. Nothing: not before another
    /// event.
    [[nodiscard]] std::optional<Clock::time_point> due() const;

    /// Returns the collected subjects, with the one saved last at the end, and clears them.
    std::vector<std::string> take();

private:
    std::vector<std::string> subjects_;
    std::set<std::pair<std::string, std::string>> being_written_;
    Clock::time_point last_;
};

} // namespace grader
