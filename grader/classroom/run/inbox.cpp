#include "classroom/run/inbox.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/core.h>

#include "base/errors.h"
#include "classroom/run/host_info.h"
#include "course/bare_repository.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

bool has_repositories(const fs::path& directory) {
    std::error_code problem;
    for (fs::directory_iterator at(directory, problem), end; !problem && at != end; at.increment(problem))
        if (is_bare_repository(at->path())) return true;
    return false;
}

} // namespace

Inbox::Inbox(const ClassFolder& folder, const Course& course, const ClassRules& rules)
    : submission_store_(folder.submission_store(), folder.secret()), folders_(folder.directory(), course) {
    if (rules.git || has_repositories(folder.directory()))
        reopen_repositories_ = [directory = folder.directory(), &course, git = rules.git.value_or(GitRules()),
                                seen = folder.submission_store() / "references"] {
            return std::make_unique<GitSubmissions>(directory, course, git, seen);
        };
    if (reopen_repositories_) repositories_ = reopen_repositories_();
}

void Inbox::take_all_now() { take(folders_.scan(), unix_time()); }

std::vector<const LabSubmission*> Inbox::take_new() {
    const double now = unix_time();
    const std::size_t before = submission_store_.all().size();
    take(folders_.scan_for_changes(submission_store_.last_scan()), now);
    submission_store_.note_scan(now);
    std::vector<const LabSubmission*> taken;
    for (std::size_t i = before; i < submission_store_.all().size(); ++i)
        taken.push_back(&submission_store_.all()[i]);
    return taken;
}

void Inbox::take(std::vector<FoundSubmission> found, double now) {
    if (repositories_ != nullptr)
        for (FoundSubmission& pushed : repositories_->scan()) {
            pushed.not_before = submission_store_.last_scan();
            found.push_back(std::move(pushed));
        }
    over_limit_.clear();
    try {
        for (const FoundSubmission& one : found) {
            if (submission_store_.take(one, now) != StoreResult::over_daily_limit) continue;
            over_limit_.insert(one.student);
            folders_.forget(one.student, one.lab);
        }
    } catch (const EnvironmentError&) {
        // The disk is full: treat the submissions that were not stored as new in the next scan.
        for (const FoundSubmission& one : found) folders_.forget(one.student, one.lab);
        if (reopen_repositories_) repositories_ = reopen_repositories_();
        throw;
    }
    if (repositories_ != nullptr) repositories_->save_seen();
}

Submissions Inbox::submissions() const {
    Submissions all = folders_.submissions();
    if (repositories_ == nullptr) return all;
    for (const std::string& student : repositories_->students()) {
        const auto is_this_one = [&](const SubmittedFiles& one) { return one.id == student; };
        if (std::none_of(all.students.begin(), all.students.end(), is_this_one))
            all.students.push_back({student, {}, {}, {}, {}});
    }
    return all;
}

std::map<std::string, std::string> Inbox::rejections() const {
    std::map<std::string, std::string> rejections;
    if (repositories_ != nullptr) rejections = repositories_->refused();
    for (const std::string& student : over_limit_)
        rejections[student] =
            fmt::format("rejected: more than {} MiB were submitted within a day, which is the limit",
                        max_bytes_per_student_and_day >> 20);
    return rejections;
}

fs::path Inbox::location_of(const std::string& student) const {
    if (repositories_ != nullptr)
        if (fs::path place = repositories_->location_of(student); !place.empty()) return place;
    for (const SubmittedFiles& one : folders_.submissions().students)
        if (one.id == student) return one.folder;
    return {};
}

std::vector<const LabSubmission*> Inbox::present(AttemptPolicy which) const {
    std::set<std::pair<std::string, std::string>> there;
    for (const SubmittedFiles& student : folders_.submissions().students)
        for (const auto& [lab, file] : student.files)
            if (!student.refused.contains(lab)) there.emplace(student.id, lab);
    std::set<std::string> with_repository;
    if (repositories_ != nullptr)
        for (const std::string& student : repositories_->students()) with_repository.insert(student);
    std::vector<const LabSubmission*> present;
    for (const LabSubmission& submission : submission_store_.all()) {
        const bool may_count = which == AttemptPolicy::best ||
                               &submission == submission_store_.last(submission.student, submission.lab);
        if (may_count && (there.contains({submission.student, submission.lab}) ||
                          with_repository.contains(submission.student)))
            present.push_back(&submission);
    }
    return present;
}

} // namespace grader
