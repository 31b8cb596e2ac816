#pragma once

/// @file
/// What became of a class's jobs, as whoever works on them writes it down. Each process that works has a file of its own in
/// the journal's folder, so that nobody waits for a lock, also where the file system is another machine's. A line is a head, a
/// tab, and the grade it tells of, each in JSON. Lines are only appended, and a line that tells of a grade is on the disk
/// before anybody hears of it. A line without an end, which a crash or a full disk leaves, counts as not written.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "grading/grade/grade.h"

namespace grader {

/// What of a grade a job makes. The journal calls them `check` and `time`.
enum class Stage { check, time };

/// `check`, `time`.
std::string to_string(Stage stage);
/// The stage that to_string() calls @p text; nothing where it calls none so.
std::optional<Stage> stage_from(const std::string& text);

/// What a line of the journal tells.
enum class Event {
    began,  ///< somebody works on it
    done,   ///< the grade stands beside it
    failed, ///< the machine failed; not the student
};

/// One line of the journal.
struct JournalEntry {
    Event event = Event::began;    ///< what happened
    int run = 0;                   ///< in which run of the class
    std::string key;               ///< of the submission
    Stage stage = Stage::check;    ///< of its grade
    std::string student;           ///< for whoever reads the file
    std::string lab;               ///< for whoever reads the file
    std::string submission;        ///< which files: Job::hand_in
    double at = 0;                 ///< when, in seconds of 1970
    double seconds = 0;            ///< how long it took
    double device_seconds = 0;     ///< how long of that the GPU's lock was held
    std::string host;              ///< where
    std::string device;            ///< slug of the GPU that it was timed on; empty: none was
    std::string device_name;       ///< the same as a report calls it
    bool timing_pending = false;   ///< done: it is left for the timing to finish
    std::string why;               ///< failed: what the machine said
    std::filesystem::path file;    ///< where the line stands
    std::uint64_t grade_at = 0;    ///< where in the file the grade begins
    std::uint64_t grade_bytes = 0; ///< how long it is; 0: there is none
};

/// Writes one process's file, which is made with its first line. Whoever holds the file's lock lives.
class JournalWriter {
public:
    /// @param folder where the file is to lie
    /// @param name what its name begins with
    JournalWriter(std::filesystem::path folder, std::string name)
        : folder_(std::move(folder)), name_(std::move(name)) {}

    /// Appends @p entry, and @p grade where there is one; both are on the disk when it returns. Where that fails, the file is
    /// what it was before, and EnvironmentError is thrown.
    void append(const JournalEntry& entry, const LabGrade* grade = nullptr);

private:
    void open();

    std::filesystem::path folder_;
    std::string name_;
    std::filesystem::path path_;
    Descriptor file_;
    std::uint64_t written_ = 0;
};

/// Whether the disk has room for the lines of a few grades in @p folder. Throws EnvironmentError where it is not the room that
/// keeps them from being written.
bool has_disk_space(const std::filesystem::path& folder);

/// Reads all files of a journal, and again what was added since.
class JournalReader {
public:
    /// Reads the files in @p folder.
    explicit JournalReader(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Calls @p take for each line that is new since the last call, file by file.
    void refresh(const std::function<void(const JournalEntry&)>& take);

    /// Whether the process that writes @p file lives.
    [[nodiscard]] static bool is_writer_alive(const std::filesystem::path& file);
    /// The grade beside @p entry. Throws EnvironmentError where it cannot be read.
    [[nodiscard]] static LabGrade grade_of(const JournalEntry& entry);

private:
    void read_new_lines(const std::filesystem::path& file,
                        const std::function<void(const JournalEntry&)>& take);

    std::filesystem::path folder_;
    std::map<std::filesystem::path, std::uint64_t> read_; ///< how much of each file
};

} // namespace grader
