#pragma once

/// @file
/// Inbox of a class: detects submissions and stores them.

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

/// Takes submissions from folders and repositories into the submission store. Needs the class's lock.
class Inbox {
public:
    /// Opens the inbox of the class in @p folder. @p course must outlive this. Throws EnvironmentError.
    Inbox(const ClassFolder& folder, const Course& course, const ClassRules& rules);

    /// Takes everything that is there now, without waiting for files to settle: the instructor who starts a
    /// run knows that the submissions are complete, and as of when.
    void take_all_now();
    /// Takes new and complete submissions, and records the time of the scan. Returns those that were taken.
    std::vector<const LabSubmission*> take_new();

    /// All submissions ever taken.
    [[nodiscard]] const SubmissionStore& submission_store() const { return submission_store_; }
    /// Students who were present in the last scan, and what was rejected.
    [[nodiscard]] Submissions submissions() const;
    /// Reasons for rejections by student, as sentences.
    [[nodiscard]] std::map<std::string, std::string> rejections() const;
    /// Returns where the reports of @p student are returned to: the folder, or the repository. Empty if the
    /// last scan did not find it.
    [[nodiscard]] std::filesystem::path location_of(const std::string& student) const;
    /// Returns, for each student and lab present in the last scan, the last submission; all of them if the
    /// best one counts.
    [[nodiscard]] std::vector<const LabSubmission*> present(AttemptPolicy which) const;

private:
    void take(std::vector<FoundSubmission> found, double now);

    SubmissionStore submission_store_;
    FolderSubmissions folders_;
    std::function<std::unique_ptr<GitSubmissions>()>
        reopen_repositories_;                      ///< empty: the class has no repositories
    std::unique_ptr<GitSubmissions> repositories_; ///< null: the class has no repositories
    std::set<std::string> over_limit_;             ///< students over the daily limit at the last scan, some
                                                   ///< of whose submissions were not kept
};

} // namespace grader
