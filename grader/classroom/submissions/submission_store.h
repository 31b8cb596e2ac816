#pragma once

/// @file
/// The submission store: a copy of each submission as it was when the grader found it, so that a grade is of
/// the submitted files whatever the student changes afterwards.
///
///     list         one line per submission, append-only
///     files/ID/    the copy
///     looked       time of the last scan

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grading/toolchain/submission_copy.h"

namespace grader {

/// A submission as found by a scan, before it is stored.
struct FoundSubmission {
    std::string student;                  ///< id of the student in reports
    std::string lab;                      ///< id of the lab
    std::filesystem::path submitted_path; ///< path of the student's file, for people; absolute, or empty
    std::string from;              ///< details on the source, for people: "tag 01, commit 3fa2b1c"; may be
                                   ///< empty
    double claimed = 0;            ///< time that the student's files claim, in seconds since 1970
    double not_before = 0;         ///< time of the last scan that did not find it, in seconds since 1970
    std::vector<FolderFile> files; ///< `student.cu` is among them
};

/// A stored submission of a student for a lab.
struct LabSubmission {
    std::string id;      ///< identifies the files: keyed hash of student, lab and all their bytes
    std::string student; ///< id of the student in reports
    std::string lab;     ///< id of the lab
    int number = 0;      ///< which of the student's submissions for this lab: 1, 2, ...
    double at = 0;       ///< time of submission in seconds since 1970, which deadlines apply to
    double seen = 0;     ///< time at which the grader found it
    std::filesystem::path submitted_path; ///< FoundSubmission::submitted_path
    std::string from;                     ///< FoundSubmission::from
    std::uint64_t bytes = 0;              ///< total size of all files
};

/// Result of storing a found submission.
enum class StoreResult {
    kept,             ///< stored as a new submission
    same_as_last,     ///< identical to the student's last submission
    over_daily_limit, ///< rejected: the student has submitted too many bytes within a day
};

/// Limit of the bytes stored per student within 24 hours, because all students share the disk.
inline constexpr std::uint64_t max_bytes_per_student_and_day = std::uint64_t{64} << 20;

/// All submissions of a class.
class SubmissionStore {
public:
    /// Opens the store in @p folder, which is created. Ids are derived from @p secret. Throws
    /// EnvironmentError.
    SubmissionStore(std::filesystem::path folder, std::uint64_t secret);

    /// All submissions in the order in which they were found.
    [[nodiscard]] const std::vector<LabSubmission>& all() const { return all_; }
    /// Returns the last submission of @p student for @p lab; null if there is none.
    [[nodiscard]] const LabSubmission* last(const std::string& student, const std::string& lab) const;
    /// Returns the stored `student.cu` of @p submission.
    [[nodiscard]] std::filesystem::path source_file_of(const LabSubmission& submission) const;

    /// Stores @p found, which was found at @p now, unless it is identical to the student's last submission.
    /// It is on the disk when this returns. Its time of submission is the claimed one, which students can
    /// forge, so it is clamped to the interval between the last scan that did not find it and @p now. Throws
    /// EnvironmentError.
    StoreResult take(const FoundSubmission& found, double now);
    /// Records a complete scan at @p now, after everything that it found was taken.
    void note_scan(double now);
    /// Returns the time of that scan in seconds since 1970; 0: never.
    [[nodiscard]] double last_scan() const { return last_scan_; }

private:
    [[nodiscard]] std::uint64_t bytes_in_last_day(const std::string& student, double now) const;
    void read_list();
    void remember(LabSubmission submission);
    void append(const std::string& line);

    std::filesystem::path folder_;
    std::uint64_t secret_;
    std::vector<LabSubmission> all_;
    std::map<std::pair<std::string, std::string>, std::size_t> last_;
    std::uint64_t bytes_ = 0; ///< size of the list
    double last_scan_ = 0;
    double scan_time_on_disk_ = 0;
};

} // namespace grader
