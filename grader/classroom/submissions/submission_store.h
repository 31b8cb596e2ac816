#pragma once

/// @file
/// What students handed in, each as it was when the grader saw it. A copy stays, so that a grade is of the files that were handed
/// in, whatever the student does next.
///
///     list         a line each, only appended to
///     files/ID/    the copy
///     looked       when the grader last looked

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grading/toolchain/submission_copy.h"

namespace grader {

/// What lies in a place where students put their files.
struct FoundSubmission {
    std::string student;                  ///< of reports
    std::string lab;                      ///< its id
    std::filesystem::path submitted_path; ///< the file, for whoever wants to look at it; absolute, or empty
    std::string from;              ///< more about where, for people: "tag 01, commit 3fa2b1c"; may be empty
    double claimed = 0;            ///< when, as the student's files say, in seconds of 1970
    double not_before = 0;         ///< when the grader looked last and it was not there, in seconds of 1970
    std::vector<FolderFile> files; ///< `student.cu` among them
};

/// One of the things that a student handed in for a lab.
struct LabSubmission {
    std::string id;      ///< what the files are known by: of student, lab and every byte of them
    std::string student; ///< of reports
    std::string lab;     ///< its id
    int number = 0;      ///< which of the student's for this lab: 1, 2, ...
    double at = 0;       ///< when it was handed in, in seconds of 1970: what deadlines go by
    double seen = 0;     ///< when the grader saw it
    std::filesystem::path submitted_path; ///< FoundSubmission::place
    std::string from;                     ///< FoundSubmission::from
    std::uint64_t bytes = 0;              ///< of all files
};

/// What became of something that was found.
enum class StoreResult {
    kept,             ///< it is a hand-in
    same_as_last,     ///< it is what the student handed in last
    over_daily_limit, ///< the student has handed in too many bytes within a day, and this is not kept
};

/// Of one student, so many bytes are kept within 24 hours: a disk is for all of them.
inline constexpr std::uint64_t max_bytes_per_student_and_day = std::uint64_t{64} << 20;

/// All that was handed in to a class.
class SubmissionStore {
public:
    /// Reads what is kept in @p folder, which is made. Ids follow from @p secret. Throws EnvironmentError.
    SubmissionStore(std::filesystem::path folder, std::uint64_t secret);

    /// In the order in which they were seen.
    [[nodiscard]] const std::vector<LabSubmission>& all() const { return all_; }
    /// The last one of @p student for @p lab; null where there is none.
    [[nodiscard]] const LabSubmission* last(const std::string& student, const std::string& lab) const;
    /// The copy of what was graded of @p hand_in: its `student.cu`.
    [[nodiscard]] std::filesystem::path source_file_of(const LabSubmission& submission) const;

    /// Keeps @p found, which was seen at @p now, unless it is what the student handed in last. What is kept is on the
    /// disk when this returns. When it was handed in is what it claims: those who hand in can set that, so it is not before the grader
    /// saw that it was not there, and not after now. Throws EnvironmentError.
    StoreResult take(const FoundSubmission& found, double now);
    /// Notes that the grader looked everywhere at @p now, and that all that it saw was taken.
    void note_scan(double now);
    /// When that was, in seconds of 1970; 0: never.
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
    std::uint64_t bytes_ = 0; ///< of the list
    double last_scan_ = 0;
    double scan_time_on_disk_ = 0;
};

} // namespace grader
