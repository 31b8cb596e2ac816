#pragma once

/// @file
/// The journal, a write-ahead log of a class's jobs. Each worker process appends to a file of its own in
/// the journal's folder, so no process waits for a lock, also on a network file system. A line is a head, a
/// tab, and the grade that it records, each in JSON. Files are append-only, and a line with a grade is on
/// the disk before the worker reports the grade. A line without a line ending, which a crash or a full disk
/// leaves, counts as not written.

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

/// Stage of a grade, done by one job. The journal calls them `check` and `time`.
enum class Stage { check, time };

/// Returns `check` or `time`.
std::string to_string(Stage stage);
/// Parses the name of a stage; nothing if @p text is not one.
std::optional<Stage> stage_from(const std::string& text);

/// Kind of a journal line.
enum class Event {
    began,  ///< a worker began the stage
    done,   ///< the stage is done, and the line has the grade
    failed, ///< an infrastructure error, not a fault of the student
};

/// One line of the journal.
struct JournalEntry {
    Event event = Event::began;    ///< kind of the line
    int run = 0;                   ///< number of the class's run
    std::string key;               ///< cache key of the submission's grade
    Stage stage = Stage::check;    ///< stage of the grade
    std::string student;           ///< redundant, for people who read the file
    std::string lab;               ///< redundant, for people who read the file
    std::string submission;        ///< id of the submitted files: Job::submission
    double at = 0;                 ///< time in seconds since 1970
    double seconds = 0;            ///< duration of the stage
    double device_seconds = 0;     ///< the part in which the GPU's lock was held
    std::string host;              ///< host name
    std::string device;            ///< slug of the GPU of the timing; empty: there was none
    std::string device_name;       ///< name of that GPU as in reports
    bool timing_pending = false;   ///< done: the grade still needs the timing stage
    std::string why;               ///< failed: message of the infrastructure error
    std::filesystem::path file;    ///< file of the line
    std::uint64_t grade_at = 0;    ///< offset of the grade in the file
    std::uint64_t grade_bytes = 0; ///< bytes of the grade; 0: there is none
};

/// Writes one process's file, which is created with its first line. The process is alive as long as it holds
/// the lock on this file.
class JournalWriter {
public:
    /// @param folder folder of the file
    /// @param name prefix of its name
    JournalWriter(std::filesystem::path folder, std::string name)
        : folder_(std::move(folder)), name_(std::move(name)) {}

    /// Appends @p entry, and @p grade if it is not null; both are on the disk when this returns. On failure,
    /// restores the file to what it was and throws EnvironmentError.
    void append(const JournalEntry& entry, const LabGrade* grade = nullptr);

private:
    void open();

    std::filesystem::path folder_;
    std::string name_;
    std::filesystem::path path_;
    Descriptor file_;
    std::uint64_t written_ = 0;
};

/// Reports whether the disk has space for the lines of a few grades in @p folder. Throws EnvironmentError if
/// they cannot be written for another reason.
bool has_disk_space(const std::filesystem::path& folder);

/// Reads all files of a journal, and incrementally what was appended since.
class JournalReader {
public:
    /// Reads the files in @p folder.
    explicit JournalReader(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Calls @p take for each line that was appended since the last call, file by file.
    void refresh(const std::function<void(const JournalEntry&)>& take);

    /// Reports whether the process that writes @p file is alive.
    [[nodiscard]] static bool is_writer_alive(const std::filesystem::path& file);
    /// Reads the grade of @p entry. Throws EnvironmentError if it cannot be read.
    [[nodiscard]] static LabGrade grade_of(const JournalEntry& entry);

private:
    void read_new_lines(const std::filesystem::path& file,
                        const std::function<void(const JournalEntry&)>& take);

    std::filesystem::path folder_;
    std::map<std::filesystem::path, std::uint64_t> read_; ///< bytes read of each file
};

} // namespace grader
