#include "classroom/run/inbox.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/core.h>

#include "base/errors.h"
#include "classroom/run/here.h"
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
    : hand_ins_(folder.hand_ins(), folder.secret()), folders_(folder.directory(), course) {
    if (rules.git || has_repositories(folder.directory()))
        look_anew_ = [directory = folder.directory(), &course, git = rules.git.value_or(GitRules()),
                      seen = folder.hand_ins() / "references"] {
            return std::make_unique<GitHandIns>(directory, course, git, seen);
        };
    if (look_anew_) repositories_ = look_anew_();
}

void Inbox::take_all() { take(folders_.look(), seconds_of_1970()); }

std::vector<const HandIn*> Inbox::take_news() {
    const double now = seconds_of_1970();
    const std::size_t before = hand_ins_.all().size();
    take(folders_.look_for_news(hand_ins_.looked_last()), now);
    hand_ins_.looked(now);
    std::vector<const HandIn*> taken;
    for (std::size_t i = before; i < hand_ins_.all().size(); ++i) taken.push_back(&hand_ins_.all()[i]);
    return taken;
}

void Inbox::take(std::vector<Found> found, double now) {
    if (repositories_ != nullptr)
        for (Found& pushed : repositories_->scan()) {
            pushed.not_before = hand_ins_.looked_last();
            found.push_back(std::move(pushed));
        }
    too_much_.clear();
    try {
        for (const Found& one : found) {
            if (hand_ins_.take(one, now) != Taken::too_much) continue;
            too_much_.insert(one.student);
            folders_.forget(one.student, one.lab);
        }
    } catch (const EnvironmentError&) {
        // A full disk: what was not kept is news at the next look, too.
        for (const Found& one : found) folders_.forget(one.student, one.lab);
        if (look_anew_) repositories_ = look_anew_();
        throw;
    }
    if (repositories_ != nullptr) repositories_->keep();
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

std::map<std::string, std::string> Inbox::troubles() const {
    std::map<std::string, std::string> troubles;
    if (repositories_ != nullptr) troubles = repositories_->refused();
    for (const std::string& student : too_much_)
        troubles[student] =
            fmt::format("more than {} MiB were handed in within a day; what is beyond that is not taken",
                        most_bytes_a_day >> 20);
    return troubles;
}

fs::path Inbox::place_of(const std::string& student) const {
    if (repositories_ != nullptr)
        if (fs::path place = repositories_->place_of(student); !place.empty()) return place;
    for (const SubmittedFiles& one : folders_.submissions().students)
        if (one.id == student) return one.folder;
    return {};
}

std::vector<const HandIn*> Inbox::present(WhichCounts which) const {
    std::set<std::pair<std::string, std::string>> there;
    for (const SubmittedFiles& student : folders_.submissions().students)
        for (const auto& [lab, file] : student.files)
            if (!student.refused.contains(lab)) there.emplace(student.id, lab);
    std::set<std::string> with_repository;
    if (repositories_ != nullptr)
        for (const std::string& student : repositories_->students()) with_repository.insert(student);
    std::vector<const HandIn*> present;
    for (const HandIn& hand_in : hand_ins_.all()) {
        const bool may_count =
            which == WhichCounts::best || &hand_in == hand_ins_.last(hand_in.student, hand_in.lab);
        if (may_count &&
            (there.contains({hand_in.student, hand_in.lab}) || with_repository.contains(hand_in.student)))
            present.push_back(&hand_in);
    }
    return present;
}

} // namespace grader
