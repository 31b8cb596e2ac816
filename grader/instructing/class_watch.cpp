#include "instructing/class_watch.h"

#include <algorithm>
#include <iostream>

#include <fmt/core.h>

#include "class/counting.h"
#include "class/give_back.h"
#include "class/here.h"
#include "class/student_report.h"
#include "course/local_time.h"
#include "report/text.h"

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

ClassWatch::ClassWatch(Context& context, const ClassFolder& folder, const Wish& wish)
    : context_(context), folder_(folder), rules_(read_class_rules(folder.directory())),
      inbox_(folder, context.course()), turns_(rules_.attempts), planner_(folder, inbox_.hand_ins(), wish),
      standing_(folder, first_plan()) {
    for (const HandIn& hand_in : inbox_.hand_ins().all()) to_give_back_.emplace(hand_in.student, hand_in.lab);
}

/// What has had its turn before is in every plan, so that its grade counts.
const Plan& ClassWatch::first_plan() {
    (void)inbox_.take_news();
    planner_.set_class(inbox_.submissions());
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
        const std::chrono::duration<double> wanted(context_.options().of_class.every);
        next_look_ = Clock::now() + std::max(std::chrono::duration_cast<Clock::duration>(wanted),
                                             rests_for_one_look * (Clock::now() - start));
    }
    note_grades();
    give_reports_back();
    return !context_.options().of_class.once || !idle_;
}

void ClassWatch::look() {
    const std::vector<const HandIn*> taken = inbox_.take_news();
    for (const HandIn* hand_in : taken) {
        context_.status().clear();
        std::cout << fmt::format("{}  {}  {}  hand-in {}: taken\n", local_minute(hand_in->at),
                                 printable(hand_in->student, 40), hand_in->lab, hand_in->number)
                  << std::flush;
        to_give_back_.emplace(hand_in->student, hand_in->lab);
    }
    for (const SubmittedFiles& student : inbox_.submissions().students)
        for (const auto& [lab, why] : student.refused) complain(student.id + " " + lab, why);
    planner_.set_class(inbox_.submissions());
    const std::vector<const HandIn*> next =
        turns_.next(inbox_.hand_ins(), standing_, seconds_of_1970());
    for (const HandIn* hand_in : next) (void)planner_.add(*hand_in);
    if (!next.empty()) planner_.write();
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
        to_give_back_.emplace(of.student, of.lab);
        const bool is_new = job.grade() == nullptr || job.grade()->run == standing_.plan().run;
        if (!is_new) continue;
        context_.status().clear();
        std::cout << fmt::format("{}  {}  {}  hand-in {}: {}\n", local_minute(seconds_of_1970()),
                                 printable(of.student, 40), of.lab, of.number, state_of(i))
                  << std::flush;
    }
}

void ClassWatch::give_reports_back() {
    std::set<StudentAndLab> left;
    for (const StudentAndLab& whose : to_give_back_) {
        const std::filesystem::path place = inbox_.folder_of(whose.first);
        const auto why = place.empty()
                             ? std::optional<std::string>("the folder is not there any more")
                             : give_back(place, {{whose.second + ".txt", report_for(whose)}});
        if (why) complain(whose.first, "no report was given back: " + *why);
    }
    to_give_back_ = std::move(left);
}

std::string ClassWatch::state_of(std::size_t number) const {
    const JobStanding& job = standing_.jobs()[number];
    if (job.at == At::given_up) return "could not be graded, and that is no fault of the student: " + job.why;
    if (job.grade() == nullptr) return "is being graded, or next";
    const LabGrade grade = JournalReader::grade_of(*job.grade());
    return fmt::format("{} of {}, {}", format_points(grade.score), format_points(grade.max_score),
                       grade.verdict == Verdict::pass ? "passed" : "not passed");
}

std::string ClassWatch::report_for(const StudentAndLab& whose) const {
    std::map<int, std::size_t> planned;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < standing_.plan().jobs.size(); ++i) {
        const Job& job = standing_.plan().jobs[i];
        if (StudentAndLab(job.student, job.lab) != whose) continue;
        planned[job.number] = i;
        places.push_back(i);
    }
    StudentReport report;
    std::optional<LabGrade> last;
    for (const HandIn& hand_in : inbox_.hand_ins().all()) {
        if (StudentAndLab(hand_in.student, hand_in.lab) != whose) continue;
        AttemptLine line{hand_in.number, hand_in.at, hand_in.from, ""};
        const auto held_back = turns_.held_back().find(whose);
        if (const auto job = planned.find(hand_in.number); job != planned.end()) {
            line.state = state_of(job->second);
            if (const JournalEntry* entry = standing_.jobs()[job->second].grade()) {
                last = JournalReader::grade_of(*entry);
                report.graded = hand_in.number;
            }
        } else if (!planned.empty() && planned.rbegin()->first > hand_in.number) {
            line.state = "not graded: a later one was";
        } else {
            line.state = held_back != turns_.held_back().end() ? held_back->second
                                                               : "waits until the one before it is graded";
        }
        report.attempts.push_back(std::move(line));
    }
    if (!places.empty()) {
        const CountingJob counting = counting_job(standing_, places, rules_);
        if (counting.grade) {
            const double score = counting.counts ? counting.counts->score : counting.grade->score;
            report.counts = fmt::format("What counts{}: {} of {}, of hand-in {}.", counting.settled ? "" : " so far",
                                        format_points(score), format_points(counting.grade->max_score),
                                        standing_.plan().jobs[counting.job].number);
            if (counting.counts && !counting.counts->note.empty())
                report.counts += fmt::format(" It was {}.", counting.counts->note);
        }
    }
    if (last) report.grade = &*last;
    return render_student_report(context_.course().lab(whose.second), report);
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
