#pragma once

/// @file
/// Submissions from bare repositories `DIR/NAME.git`, one per student.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "classroom/submissions/git_rules.h"
#include "classroom/submissions/student_repository.h"
#include "classroom/submissions/submission_store.h"
#include "course/course.h"

namespace grader {

class GitCopy;

/// Scans repeatedly what students have pushed. Reads a reference only if it has changed since the last scan.
class GitSubmissions {
public:
    /// @param directory folder of the class
    /// @param course course of the submitted labs; must outlive this
    /// @param rules which commits are submissions
    /// @param seen the file that lists the tags read before, if there is one; empty: there is none. Without
    /// it every tag is read again, and a lab's earlier tags look like later submissions.
    /// Throws EnvironmentError if git is not installed.
    GitSubmissions(std::filesystem::path directory, const Course& course, GitRules rules,
                   std::filesystem::path seen = {});

    /// Returns new submissions, student by student, and each student's by their claimed times. An unusable
    /// repository of one student does not affect other students. Throws EnvironmentError, and then the next
    /// scan finds the same submissions again.
    std::vector<FoundSubmission> scan();
    /// Records that everything returned by scan() is stored. Throws EnvironmentError.
    void save_seen() const;

    /// Reasons by student why something that was pushed is rejected, as sentences, one per line.
    [[nodiscard]] std::map<std::string, std::string> refused() const;
    /// Names of all students with a repository, sorted.
    [[nodiscard]] std::vector<std::string> students() const;
    /// Returns the repository of @p student; empty if there is none.
    [[nodiscard]] std::filesystem::path location_of(const std::string& student) const;

private:
    /// State of one repository.
    struct RepositoryState {
        std::string student;
        std::filesystem::path location;
        std::map<std::string, std::string> read; ///< keyed by reference: id of the object that was read
        std::map<std::string, std::vector<std::string>> refused; ///< by reference: why its target is rejected
        std::string unusable;                           ///< why the repository is unusable; empty: it is
                                                        ///< usable
        std::map<std::string, std::string> unusable_at; ///< the references at which it was found unusable
        int scans_to_skip = 0;                          ///< scans to skip before the next attempt
        int next_backoff = 1;                           ///< scans to skip after the next failed attempt
                                                        ///< (exponential backoff)
    };
    /// A reference that has to be read.
    struct UnreadReference {
        std::string name;              ///< full name
        std::string id;                ///< id of its object
        std::vector<std::string> labs; ///< ids of the labs that it may submit
        std::string label;             ///< `tag 01`
    };
    /// A submitted commit.
    struct Commit {
        UnreadReference reference;
        std::string id;
        double claimed = 0;
    };

    [[nodiscard]] std::map<std::string, RepositoryState> current_repositories() const;
    [[nodiscard]] std::vector<UnreadReference>
    references_to_read(const std::map<std::string, std::string>& references) const;
    void scan_repository(RepositoryState& state, std::vector<FoundSubmission>& found) const;
    void read_references(const StudentRepository& repository, const std::vector<UnreadReference>& unread,
                         RepositoryState& state, std::vector<FoundSubmission>& found) const;
    void read_commit(const GitCopy& copy, const Commit& commit, RepositoryState& state,
                     std::vector<FoundSubmission>& found) const;
    /// Returns the commits of @p unread by their claimed times. Sets @p trouble to the reason if some are
    /// missing.
    [[nodiscard]] static std::vector<Commit> commits_of(const GitCopy& copy,
                                                        const std::vector<UnreadReference>& unread,
                                                        RepositoryState& state, std::string& trouble);
    void load_seen_references();

    std::filesystem::path directory_;
    const Course& course_;
    GitRules rules_;
    std::filesystem::path seen_file_;
    std::set<std::string> seen_lines_; ///< lines of that file
    std::map<std::string, RepositoryState> repositories_;
};

} // namespace grader
