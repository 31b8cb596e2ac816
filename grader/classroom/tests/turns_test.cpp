// Whose hand-in is graded next.

#include <catch2/catch_test_macros.hpp>

#include "classroom/run/here.h"
#include "classroom/run/turns.h"
#include "testing/bench.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using grader::WhichCounts;

/// A class without grader: hand-ins come, and grades are written down.
class Line {
public:
    explicit Line(const std::string& name, grader::AttemptRules rules = {})
        : directory_(made(name)), folder_(directory_), hand_ins_(folder_.hand_ins(), folder_.secret()),
          turns_(rules), planner_(folder_, hand_ins_, wish()), standing_(folder_, planner_.plan()),
          journal_(folder_.journal(), "test") {}

    void hand_in(const std::string& student, const std::string& lab, const std::string& text) {
        now_ += 1;
        grader::Found found{student, lab, {}, "", now_, 0, {{"student.cu", {}, text}}};
        REQUIRE(hand_ins_.take(found, now_) == grader::Taken::kept);
    }

    /// Those whose turn it is, as `student number`; they are planned.
    std::vector<std::string> next() {
        std::vector<std::string> names;
        for (const grader::HandIn* hand_in : turns_.next(hand_ins_, standing_, now_)) {
            names.push_back(hand_in->student + " " + std::to_string(hand_in->number));
            REQUIRE(planner_.add(*hand_in));
        }
        standing_.grow(planner_.plan());
        return names;
    }

    /// All that is planned has its grade, after @p device_seconds on a GPU each.
    void grade(double device_seconds = 0) {
        for (std::size_t i = 0; i < standing_.jobs().size(); ++i) {
            if (standing_.jobs()[i].at == grader::At::graded) continue;
            const grader::Job& job = standing_.plan().jobs[i];
            grader::LabGrade grade;
            grade.id = job.lab;
            write(job, grader::Stage::check, 0, device_seconds > 0, grade);
            if (device_seconds > 0) write(job, grader::Stage::time, device_seconds, false, grade);
        }
        standing_.refresh();
    }

    void sleep_until_tomorrow() { now_ += 24 * 60 * 60; }
    [[nodiscard]] const grader::Turns& turns() const { return turns_; }

private:
    static fs::path made(const std::string& name) {
        fs::path directory = harness::scratch(name);
        fs::create_directories(directory);
        return directory;
    }
    static grader::Wish wish() {
        grader::Wish wish;
        for (const grader::Lab& lab : bench::course().labs()) {
            wish.labs.push_back(&lab);
            wish.tools[lab.id] = "tools";
        }
        wish.means.devices = {"gpu"};
        return wish;
    }
    void write(const grader::Job& job, grader::Stage stage, double device_seconds, bool more,
               const grader::LabGrade& grade) {
        grader::JournalEntry entry = grader::entry_about(standing_.plan(), job, stage, grader::Event::done);
        entry.at = now_;
        entry.device = "gpu";
        entry.device_seconds = device_seconds;
        entry.more = more;
        journal_.append(entry, &grade);
    }

    fs::path directory_;
    grader::ClassFolder folder_;
    grader::HandIns hand_ins_;
    grader::Turns turns_;
    grader::Planner planner_;
    grader::Standing standing_;
    grader::JournalWriter journal_;
    double now_ = 1'764'590'400; // noon of a day
};

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("who comes first is first, and has one hand-in of a lab under way", "[turns]") {
    Line line("turns-order");
    line.hand_in("bo", "01_scale", "a");
    line.hand_in("ada", "01_scale", "a");
    line.hand_in("ada", "02_sum", "a");
    CHECK(line.next() == Names{"bo 1", "ada 1", "ada 1"});
    line.hand_in("bo", "01_scale", "b");
    CHECK(line.next().empty());
    line.grade();
    CHECK(line.next() == Names{"bo 2"});
    CHECK(line.next().empty());
}

TEST_CASE("where the last one counts, those in between have no turn", "[turns]") {
    Line line("turns-last");
    for (const char* text : {"a", "b", "c"}) line.hand_in("ada", "01_scale", text);
    CHECK(line.next() == Names{"ada 3"});
    line.grade();
    CHECK(line.next().empty());
}

TEST_CASE("where the best one counts, each has its turn, one after the other", "[turns]") {
    Line line("turns-best", {WhichCounts::best, {}, {}});
    for (const char* text : {"a", "b", "c"}) line.hand_in("ada", "01_scale", text);
    for (const char* turn : {"ada 1", "ada 2", "ada 3"}) {
        CHECK(line.next() == Names{turn});
        CHECK(line.next().empty());
        line.grade();
    }
    CHECK(line.next().empty());
}

TEST_CASE("a limit a day holds a student's next one back until the day after, and no one else's", "[turns]") {
    Line line("turns-a-day", {WhichCounts::best, 2, {}});
    for (const char* text : {"a", "b", "c"}) line.hand_in("ada", "01_scale", text);
    for (int i = 0; i < 2; ++i) {
        CHECK(line.next().size() == 1);
        line.grade();
    }
    line.hand_in("ada", "02_sum", "other labs have their own");
    line.hand_in("bo", "01_scale", "and so have others");
    CHECK(line.next() == Names{"ada 1", "bo 1"});
    CHECK(line.turns().held_back().contains({"ada", "01_scale"}));
    line.grade();
    line.sleep_until_tomorrow();
    CHECK(line.next() == Names{"ada 3"});
    CHECK(line.turns().held_back().empty());
}

TEST_CASE("a student who has used up a day's GPU time waits, in every lab", "[turns]") {
    Line line("turns-gpu-seconds", {WhichCounts::last, {}, 30.0});
    line.hand_in("ada", "01_scale", "a");
    line.hand_in("bo", "01_scale", "a");
    CHECK(line.next().size() == 2);
    line.grade(40);
    line.hand_in("ada", "02_sum", "a");
    CHECK(line.next().empty());
    CHECK(line.turns().held_back().contains({"ada", "02_sum"}));
    line.sleep_until_tomorrow();
    CHECK(line.next() == Names{"ada 1"});
}

TEST_CASE("the same files again are the same grade, and no turn of a limit", "[turns]") {
    Line line("turns-again", {WhichCounts::last, 2, {}});
    line.hand_in("ada", "01_scale", "a");
    CHECK(line.next().size() == 1);
    line.grade();
    line.hand_in("ada", "01_scale", "b");
    CHECK(line.next().size() == 1);
    line.grade();
    line.sleep_until_tomorrow();
    line.hand_in("ada", "01_scale", "a");
    CHECK(line.next() == Names{"ada 3"});
    CHECK(line.next().empty());
    line.hand_in("ada", "01_scale", "c");
    CHECK(line.next() == Names{"ada 4"});
}
