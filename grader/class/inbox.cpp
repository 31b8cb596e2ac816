#include "class/inbox.h"

#include <set>
#include <utility>

#include "class/here.h"

namespace grader {

Inbox::Inbox(const ClassFolder& folder, const Course& course)
    : hand_ins_(folder), folders_(folder.directory(), course) {}

void Inbox::take_all() {
    const double now = seconds_of_1970();
    for (const Found& found : folders_.look()) (void)hand_ins_.take(found, now, Claims::believed);
}

std::vector<const HandIn*> Inbox::take_news() {
    const double now = seconds_of_1970();
    const std::size_t before = hand_ins_.all().size();
    for (const Found& found : folders_.look_for_news()) (void)hand_ins_.take(found, now, Claims::doubted);
    hand_ins_.looked(now);
    std::vector<const HandIn*> taken;
    for (std::size_t i = before; i < hand_ins_.all().size(); ++i) taken.push_back(&hand_ins_.all()[i]);
    return taken;
}

std::vector<const HandIn*> Inbox::present(WhichCounts which) const {
    std::set<std::pair<std::string, std::string>> there;
    for (const SubmittedFiles& student : submissions().students)
        for (const auto& [lab, file] : student.files)
            if (!student.refused.contains(lab)) there.emplace(student.id, lab);
    std::vector<const HandIn*> present;
    for (const HandIn& hand_in : hand_ins_.all()) {
        const bool may_count =
            which == WhichCounts::best || &hand_in == hand_ins_.last(hand_in.student, hand_in.lab);
        if (may_count && there.contains({hand_in.student, hand_in.lab})) present.push_back(&hand_in);
    }
    return present;
}

std::filesystem::path Inbox::place_of(const std::string& student) const {
    for (const SubmittedFiles& one : submissions().students)
        if (one.id == student) return one.folder;
    return {};
}

} // namespace grader
