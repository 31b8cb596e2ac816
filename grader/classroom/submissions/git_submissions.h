#pragma once

/// @file
/// Hand-ins from bare repositories `DIR/NAME.git`, one a student.

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

/// Looks again and again at what students have pushed. A reference is read when it leads elsewhere than at the look before.
class GitSubmissions {
public:
    /// @param directory the class's
    /// @param course whose labs are handed in; has to outlive this
    /// @param rules what of a repository is handed in
    /// @param seen the file that says which tags were read before, if there is one; empty: none does. Without it every tag is
    ///     read once more, and a lab's earlier tags look like hand-ins after its later ones.
    /// Throws EnvironmentError where there is no git.
    GitSubmissions(std::filesystem::path directory, const Course& course, GitRules rules,
                   std::filesystem::path seen = {});

    /// What is new, student by student; a student's by the times that they claim. One student's repository, whatever is wrong with
    /// it, costs nobody else anything. Throws EnvironmentError, and then the next look finds the same again.
    std::vector<FoundSubmission> scan();
    /// Notes that everything that scan() gave is kept. Throws EnvironmentError.
    void save_seen() const;

    /// By student: why something that was pushed is not taken, as sentences, a line each.
    [[nodiscard]] std::map<std::string, std::string> refused() const;
    /// Whoever has a repository, in the order of their names.
    [[nodiscard]] std::vector<std::string> students() const;
    /// The repository of @p student; empty where there is none.
    [[nodiscard]] std::filesystem::path location_of(const std::string& student) const;

private:
    /// What is known of one repository.
    struct RepositoryState {
        std::string student;
        std::filesystem::path location;
        std::map<std::string, std::string> read; ///< by reference: the id of the object that was read
        std::map<std::string, std::vector<std::string>>
            refused;                                    ///< by reference: why what it leads to is not taken
        std::string unusable;                           ///< why the repository is not; empty: it is
        std::map<std::string, std::string> unusable_at; ///< the references at which it was found unusable
        int scans_to_skip = 0;                          ///< so many looks pass before the next attempt
        int next_backoff = 1;                           ///< and so many after that
    };
    /// A reference that is to be read.
    struct UnreadReference {
        std::string name;              ///< whole
        std::string id;                ///< of its object
        std::vector<std::string> labs; ///< what it may hand in
        std::string label;             ///< `tag 01`
    };
    /// A commit that is handed in.
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
    /// By the times that they claim. @p trouble becomes why some are missing.
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
