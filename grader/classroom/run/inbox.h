#pragma once

/// @file
/// Where a class's hand-ins come from, and what is kept of them.

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "classroom/run/class_folder.h"
#include "classroom/run/rules.h"
#include "classroom/submissions/folder_submissions.h"
#include "classroom/submissions/git_submissions.h"
#include "classroom/submissions/submission_store.h"

namespace grader {

/// Takes what students hand in, into folders and into repositories. Only the holder of the class's lock may.
class Inbox {
public:
    /// Of the class in @p folder. @p course has to outlive this. Throws EnvironmentError.
    Inbox(const ClassFolder& folder, const Course& course, const ClassRules& rules);

    /// Takes all that is there now: whoever asks for it knows that it is whole, and from when it is.
    void take_all_now();
    /// Takes what is new and whole, and notes that it was looked for. Those that were taken.
    std::vector<const LabSubmission*> take_new();

    /// All that was ever taken.
    [[nodiscard]] const SubmissionStore& submission_store() const { return submission_store_; }
    /// Who was there at the last look, and what was not taken.
    [[nodiscard]] Submissions submissions() const;
    /// By student: why something is not taken, as sentences.
    [[nodiscard]] std::map<std::string, std::string> rejections() const;
    /// Where @p student gets reports back: the folder, or the repository. Empty where it was not there at the last look.
    [[nodiscard]] std::filesystem::path location_of(const std::string& student) const;
    /// Of each student and lab that were there at the last look: the last hand-in, or all where the best one is to count.
    [[nodiscard]] std::vector<const LabSubmission*> present(AttemptPolicy which) const;

private:
    void take(std::vector<FoundSubmission> found, double now);

    SubmissionStore submission_store_;
    FolderSubmissions folders_;
    std::function<std::unique_ptr<GitSubmissions>()>
        reopen_repositories_;                      ///< empty: the class has no repositories
    std::unique_ptr<GitSubmissions> repositories_; ///< null: the class has none
    std::set<std::string> over_limit_;             ///< of whom something was not kept at the last look
};

} // namespace grader
