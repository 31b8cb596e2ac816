#pragma once

/// @file
/// Hand-ins in students' folders: `DIR/<student>/NN_name/student.cu` and what lies beside it.

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "classroom/submissions/submission_store.h"
#include "course/course.h"
#include "course/submissions.h"

namespace grader {

/// Looks at students' folders, again and again.
class FolderSubmissions {
public:
    /// Looks for the labs of @p course, which has to outlive this, in @p directory.
    FolderSubmissions(std::filesystem::path directory, const Course& course)
        : directory_(std::move(directory)), course_(course) {}

    /// All that lies there now. What cannot be kept as a hand-in is refused in submissions().
    std::vector<FoundSubmission> scan();
    /// What is new or other than before, and has been the same at two looks one after the other: what somebody writes just now is
    /// not half a hand-in. @p last is when somebody looked before, in seconds of 1970; 0: nobody did.
    std::vector<FoundSubmission> scan_for_changes(double last);

    /// What @p student has for @p lab is news at the next look, too.
    void forget(const std::string& student, const std::string& lab) { folder_states_.erase({student, lab}); }

    /// Who was there at the last look, and what was not taken.
    [[nodiscard]] const Submissions& submissions() const { return submissions_; }

private:
    /// What stands in the file system of a lab's folder.
    struct FolderState {
        std::string stat_signature; ///< of each file: name, size, times, number
        double not_before = 0;      ///< when it was not there
        bool taken = false;
        std::string refused = {}; ///< why it is not kept; empty: it is
    };
    static void scan_folder(const std::string& student, const std::string& lab,
                            const std::filesystem::path& file, FolderState& state, double last,
                            std::vector<FoundSubmission>& found);

    std::filesystem::path directory_;
    const Course& course_;
    Submissions submissions_;
    std::map<std::pair<std::string, std::string>, FolderState> folder_states_; ///< by student and lab
};

} // namespace grader
