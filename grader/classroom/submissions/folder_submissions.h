#pragma once

/// @file
/// Submissions in students' folders: `DIR/<student>/NN_name/student.cu` and the files next to it.

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "classroom/submissions/submission_store.h"
#include "course/course.h"
#include "course/submissions.h"

namespace grader {

/// Scans students' folders repeatedly.
class FolderSubmissions {
public:
    /// Looks for the labs of @p course, which must outlive this, in @p directory.
    FolderSubmissions(std::filesystem::path directory, const Course& course)
        : directory_(std::move(directory)), course_(course) {}

    /// Returns everything that is there now. Submissions that cannot be stored are listed as refused in
    /// submissions().
    std::vector<FoundSubmission> scan();
    /// Returns what is new or changed and was the same in two consecutive scans, so that files that are still
    /// being written are not taken half finished. @p last is the time of the previous scan in seconds since
    /// 1970; 0: there was none.
    std::vector<FoundSubmission> scan_for_changes(double last);

    /// Makes the next scan treat what @p student has for @p lab as new.
    void forget(const std::string& student, const std::string& lab) { folder_states_.erase({student, lab}); }

    /// Students who were present in the last scan, and what was rejected.
    [[nodiscard]] const Submissions& submissions() const { return submissions_; }

private:
    /// State of a lab's folder in the file system.
    struct FolderState {
        std::string stat_signature; ///< metadata of each file: name, size, times, inode number
        double not_before = 0;      ///< time of a scan that did not find it
        bool taken = false;
        std::string refused = {}; ///< why it is not stored; empty: it is
    };
    static void scan_folder(const std::string& student, const std::string& lab,
                            const std::filesystem::path& file, FolderState& state, double last,
                            std::vector<FoundSubmission>& found);

    std::filesystem::path directory_;
    const Course& course_;
    Submissions submissions_;
    std::map<std::pair<std::string, std::string>, FolderState> folder_states_; ///< keyed by student and lab
};

} // namespace grader
