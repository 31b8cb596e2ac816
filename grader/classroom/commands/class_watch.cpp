#include "classroom/commands/class_watch.h"

#include <algorithm>
#include <iostream>

#include <fmt/core.h>

#include "base/interrupt.h"
#include "base/local_time.h"
#include "base/text.h"
#include "classroom/run/here.h"
#include "classroom/run/student_report.h"
#include "classroom/submissions/give_back.h"

namespace grader {
namespace {

using Clock = std::chrono::steady_clock;

/// What was graded of the class in @p folder before, by the ids of the hand-ins.
std::set<std::string> graded_before(const ClassFolder& folder) {
    std::set<std::string> ids;
    JournalReader(folder.journal()).refresh([&](const JournalEntry& entry) {
        if (entry.event == Event::done) ids.insert(entry.hand_in);
    });
    return ids;
}

bool is_settled(At at) { return at == At::graded || at == At::given_up; }

} // namespace

ClassWatch::ClassWatch(Context& context, const ClassFolder& folder, const Wish& wish, const WatchPace& pace)
    : context_(context), folder_(folder), pace_(pace), rules_(read_class_rules(folder.directory())),
      inbox_(folder, context.course(), rules_), turns_(rules_.attempts),
      planner_(folder, inbox_.hand_ins(), wish), standing_(folder, first_plan()) {
    for (const HandIn& hand_in : inbox_.hand_ins().all()) to_give_back_.insert(hand_in.student);
}

/// What has had its turn before is in every plan, so that its grade counts.
const Plan& ClassWatch::first_plan() {
    const std::set<std::string> graded = graded_before(folder_);
    for (const HandIn& hand_in : inbox_.hand_ins().all())
        if (graded.contains(hand_in.id)) (void)planner_.add(hand_in);
    planner_.write();
    return planner_.plan();
}

bool ClassWatch::tend() {
    if (Clock::now() >= next_look_) {
        const auto start = Clock::now();
        try {
            look();
        } catch (const Interrupted&) {
            throw;
        } catch (const EnvironmentError& problem) {
            // A disk that is full now need not be so later.
            complain("", problem.what());
        }
        // A file system that is slow is not asked all the time.
        constexpr int rests_for_one_look = 10;
        const std::chrono::duration<double> wanted(pace_.every);
        next_look_ = Clock::now() + std::max(std::chrono::duration_cast<Clock::duration>(wanted),
                                             rests_for_one_look * (Clock::now() - start));
    }
    note_grades();
    give_reports_back();
    return !pace_.once || !idle_;
}

void ClassWatch::look() {
    const std::vector<const HandIn*> taken = inbox_.take_news();
    for (const HandIn* hand_in : taken) {
        context_.status().clear();
        std::cout << fmt::format("{}  {}  {}  hand-in {}: taken\n", format_local_minute(hand_in->at),
                                 printable(hand_in->student, 40), hand_in->lab, hand_in->number)
                  << std::flush;
        to_give_back_.insert(hand_in->student);
    }
    const Submissions submissions = inbox_.submissions();
    for (const SubmittedFiles& student : submissions.students)
        for (const auto& [lab, why] : student.refused) complain(student.id + " " + lab, why);
    for (const auto& [student, why] : inbox_.troubles()) complain(student, why);
    planner_.set_class(submissions);
    const std::vector<const HandIn*> next = turns_.next(inbox_.hand_ins(), standing_, seconds_of_1970());
    // A plan that could not be written at the last look has them already.
    if (planner_.plan().jobs.size() == standing_.jobs().size())
        for (const HandIn* hand_in : next) (void)planner_.add(*hand_in);
    if (planner_.plan().jobs.size() > standing_.jobs().size()) planner_.write();
    standing_.grow(planner_.plan());
    idle_ = ++looks_ > 1 && taken.empty() && next.empty();
}

void ClassWatch::note_grades() {
    told_.resize(standing_.jobs().size(), false);
    for (std::size_t i = 0; i < told_.size(); ++i) {
        const JobStanding& job = standing_.jobs()[i];
        if (told_[i] || !is_settled(job.at)) continue;
        told_[i] = true;
        const Job& of = standing_.plan().jobs[i];
        to_give_back_.insert(of.student);
        const bool is_new = job.grade() == nullptr || job.grade()->run == standing_.plan().run;
        if (!is_new) continue;
        context_.status().clear();
        std::cout << fmt::format("{}  {}  {}  hand-in {}: {}\n", format_local_minute(seconds_of_1970()),
                                 printable(of.student, 40), of.lab, of.number, words_about(standing_, i))
                  << std::flush;
    }
}

void ClassWatch::give_reports_back() {
    for (const std::string& student : to_give_back_) {
        const std::filesystem::path place = inbox_.place_of(student);
        const auto why = place.empty()
                             ? std::optional<std::string>("the student's folder is not there any more")
                             : give_back(place, reports_for(student));
        if (why) complain(student, "the reports could not be given back: " + *why);
    }
    to_give_back_.clear();
}

std::map<std::string, std::string> ClassWatch::reports_for(const std::string& student) const {
    std::map<std::string, std::string> reports;
    for (const std::string& lab : standing_.plan().labs) {
        if (inbox_.hand_ins().last(student, lab) == nullptr) continue;
        const auto held_back = turns_.held_back().find({student, lab});
        reports[lab + ".txt"] =
            student_report(student, context_.course().lab(lab), inbox_.hand_ins(), standing_, rules_,
                           held_back == turns_.held_back().end() ? "" : held_back->second);
    }
    return reports;
}

void ClassWatch::complain(const std::string& about, const std::string& why) {
    std::string& heard = complaints_[about];
    if (heard == why) return;
    heard = why;
    context_.status().clear();
    std::cerr << fmt::format("grader: {}{}\n", about.empty() ? "" : printable(about, 60) + ": ",
                             printable(why, 300));
}

} // namespace grader
