// Choice of the submission that counts.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "classroom/gradebook/read_report.h"
#include "classroom/run/class_report.h"
#include "classroom/run/counting.h"
#include "grading/report/grade/console.h"
#include "grading/report/grade/json.h"
#include "testing/approval.h"
#include "testing/facts.h"
#include "testing/harness.h"
#include "testing/samples.h"
#include "testing/schema_check.h"
#include "time_zone.h"

namespace {

namespace fs = std::filesystem;
using Attempts = std::vector<grader::Attempt>;
using grader::AttemptPolicy;
using grader::AttemptState;
using grader::ClassRules;

/// 2026-12-01T23:59:00Z
constexpr double deadline = 1796169540;
constexpr double one_day = 24 * 60 * 60;

/// A class in its own folder with jobs in a fabricated plan and journal.
class RunFixture {
public:
    explicit RunFixture(const std::string& name) : folder_(harness::scratch(name)) {
        plan_.run = 1;
        plan_.labs = {"01_scale"};
    }

    void add_student(const std::string& student) { plan_.students.push_back({student, {}, {}}); }
    /// Adds a submission that is not graded yet.
    const grader::Job& submit(const std::string& student, int number, double at) {
        grader::Job job;
        job.student = student;
        job.lab = "01_scale";
        job.number = number;
        job.handed_in = at;
        job.key = student + std::to_string(number);
        plan_.jobs.push_back(job);
        return plan_.jobs.back();
    }
    /// Adds one with a grade of @p score.
    void graded(const std::string& student, int number, double at, double score,
                grader::LabGrade grade = samples::passed()) {
        grade.id = "01_scale";
        grade.score = score;
        grade.max_score = 100;
        write(submit(student, number, at), grader::Event::done, &grade);
    }
    /// Adds one that was given up after infrastructure errors.
    void given_up(const std::string& student, int number, double at) {
        const grader::Job& job = submit(student, number, at);
        for (int i = 0; i < grader::max_failures_per_stage; ++i) write(job, grader::Event::failed, nullptr);
    }
    [[nodiscard]] grader::RunStatus run_status() const { return {folder_, plan_}; }
    [[nodiscard]] grader::GradeReport report(const ClassRules& rules) const {
        return grader::class_report(run_status(), grader::Course(FIXTURE_COURSE, FIXTURE_MODULES), rules);
    }
    grader::RunPlan& plan() { return plan_; }

private:
    void write(const grader::Job& job, grader::Event event, const grader::LabGrade* grade) {
        grader::JournalEntry entry = make_entry(plan_, job, grader::Stage::check, event);
        if (event == grader::Event::failed) entry.why = "no space left";
        grader::JournalWriter(folder_.journal(), "1-check-" + std::to_string(++files_)).append(entry, grade);
    }

    grader::ClassFolder folder_;
    grader::RunPlan plan_;
    int files_ = 0;
};

ClassRules ten_percent_per_day(AttemptPolicy which) {
    ClassRules rules;
    rules.due["01"] = deadline;
    rules.late.penalty_percent_per_day = 10;
    rules.late.cutoff_days = 7;
    rules.attempts.counts = which;
    return rules;
}

/// Five students: in time, late, too late, a second submission that is late, and one whose last submission
/// could not be graded.
RunFixture five_students(const std::string& name) {
    RunFixture run(name);
    for (const char* student : {"ada", "bo", "chen", "dot", "eve"}) run.add_student(student);
    run.graded("ada", 1, deadline, 100);
    run.graded("bo", 1, deadline + 2 * one_day, 70);
    run.graded("chen", 1, deadline + 8 * one_day, 70);
    run.graded("dot", 1, deadline - one_day, 60);
    run.graded("dot", 2, deadline + one_day, 65);
    run.graded("eve", 1, deadline - 60, 50);
    run.given_up("eve", 2, deadline);
    return run;
}

} // namespace

TEST_CASE("the last submission has the highest number whatever its state", "[counting]") {
    const Attempts attempts = {{2, AttemptState::yes, 90},
                               {3, AttemptState::yes, 10},
                               {1, AttemptState::not_yet, 0}};
    CHECK(grader::choose_attempt(attempts, AttemptPolicy::last).index == 1);
    CHECK(grader::choose_attempt(attempts, AttemptPolicy::last).settled);
    const Attempts waits = {{1, AttemptState::yes, 90}, {2, AttemptState::not_yet, 0}};
    CHECK(grader::choose_attempt(waits, AttemptPolicy::last).index == 1);
    CHECK_FALSE(grader::choose_attempt(waits, AttemptPolicy::last).settled);
    const Attempts failed = {{1, AttemptState::yes, 90}, {2, AttemptState::never, 0}};
    CHECK(grader::choose_attempt(failed, AttemptPolicy::last).index == 1);
    CHECK(grader::choose_attempt(failed, AttemptPolicy::last).settled);
}

TEST_CASE("the best submission has the highest score and is the earliest of equal ones", "[counting]") {
    const Attempts attempts = {{4, AttemptState::yes, 70},
                               {1, AttemptState::yes, 20},
                               {3, AttemptState::yes, 70},
                               {2, AttemptState::yes, 69.99}};
    CHECK(grader::choose_attempt(attempts, AttemptPolicy::best).index == 2);
    CHECK(grader::choose_attempt(attempts, AttemptPolicy::best).settled);
}

TEST_CASE("an attempt that could not be graded never replaces a grade of 0", "[counting]") {
    const Attempts attempts = {{1, AttemptState::never, 0},
                               {2, AttemptState::yes, 0},
                               {3, AttemptState::never, 0}};
    CHECK(grader::choose_attempt(attempts, AttemptPolicy::best).index == 1);
    CHECK(grader::choose_attempt(attempts, AttemptPolicy::best).settled);
    const Attempts none = {{1, AttemptState::never, 0}, {2, AttemptState::never, 0}};
    CHECK(grader::choose_attempt(none, AttemptPolicy::best).index == 1);
    CHECK(grader::choose_attempt(none, AttemptPolicy::best).settled);
}

TEST_CASE("the best is not known before all are graded", "[counting]") {
    const Attempts attempts = {{1, AttemptState::not_yet, 0}, {2, AttemptState::yes, 30}};
    CHECK(grader::choose_attempt(attempts, AttemptPolicy::best).index == 1);
    CHECK_FALSE(grader::choose_attempt(attempts, AttemptPolicy::best).settled);
    CHECK_FALSE(grader::choose_attempt({{1, AttemptState::not_yet, 0}}, AttemptPolicy::best).settled);
}

TEST_CASE("the best attempt is the one with the highest score after the late penalty", "[counting]") {
    const TimeZone utc("UTC0");
    RunFixture run("counting-best");
    run.add_student("ada");
    run.graded("ada", 1, deadline, 65);
    run.graded("ada", 2, deadline + 10, 70); // 63 count
    run.graded("ada", 3, deadline + 20, 72); // 64.8
    const ClassRules rules = ten_percent_per_day(AttemptPolicy::best);
    const auto best = counted_jobs(run.run_status(), rules).at({"ada", "01_scale"});
    CHECK(best.job == 0);
    CHECK(best.counts.value().score == 65);
    CHECK(best.counts->note.empty());
    CHECK(best.counts->attempt == "1 of 3, 2026-12-01 23:59");
    run.graded("ada", 4, deadline + 3 * one_day, 100); // 70
    const auto late = counted_jobs(run.run_status(), rules).at({"ada", "01_scale"});
    CHECK(late.job == 3);
    CHECK(late.grade.value().score == 100);
    CHECK(late.counts.value().score == 70);
    CHECK(late.counts->note == "3 days late: 30 % off");
    CHECK(late.counts->attempt == "4 of 4, 2026-12-04 23:59");
    const auto last = counted_jobs(run.run_status(), ten_percent_per_day(AttemptPolicy::last));
    CHECK(last.at({"ada", "01_scale"}).counts.value().attempt == "4 of 4, 2026-12-04 23:59");
}

TEST_CASE("with one submission and no effect of the rules nothing is added to the grade", "[counting]") {
    RunFixture run("counting-usual");
    run.add_student("ada");
    run.graded("ada", 1, deadline, 65);
    for (const AttemptPolicy which : {AttemptPolicy::last, AttemptPolicy::best}) {
        const auto one = counted_jobs(run.run_status(), ten_percent_per_day(which)).at({"ada", "01_scale"});
        CHECK(one.settled);
        CHECK(one.grade.value().score == 65);
        CHECK_FALSE(one.counts);
    }
    CHECK_FALSE(grader::to_json(run.report({})).at("submissions").at(0).at("labs").at(0).contains("final"));
}

TEST_CASE("if the best counts then submissions that could not be graded are named", "[counting]") {
    const TimeZone utc("UTC0");
    RunFixture run("counting-failed");
    run.add_student("ada");
    run.given_up("ada", 3, deadline - 10);
    run.given_up("ada", 1, deadline - 30);
    run.graded("ada", 2, deadline - 20, 65);
    const auto best = counted_jobs(run.run_status(), ten_percent_per_day(AttemptPolicy::best));
    CHECK(best.at({"ada", "01_scale"}).counts.value().attempt ==
          "2 of 3, 2026-12-01 23:58 (1, 3 could not be graded)");
    const grader::GradeReport last = run.report(ten_percent_per_day(AttemptPolicy::last));
    const grader::LabGrade& grade = last.submissions.at(0).labs.at(0);
    CHECK(grade.verdict == grader::Verdict::not_graded);
    CHECK(grade.steps.at(0).message == grader::verbatim("no space left"));
    CHECK(grade.adjusted_score.value().attempt == "3 of 3, 2026-12-01 23:58");
}

TEST_CASE("where the best counts, an incomplete grade never beats a mark", "[counting]") {
    RunFixture run("counting-incomplete");
    run.add_student("ada");
    run.graded("ada", 1, deadline - 30, 50);
    run.graded("ada", 2, deadline - 20, 60, samples::correct_untimed());
    const auto best =
        counted_jobs(run.run_status(), ten_percent_per_day(AttemptPolicy::best)).at({"ada", "01_scale"});
    CHECK(best.job == 0);
    CHECK_THAT(best.counts.value().attempt, Catch::Matchers::EndsWith("(2 could not be graded)"));
    const auto last =
        counted_jobs(run.run_status(), ten_percent_per_day(AttemptPolicy::last)).at({"ada", "01_scale"});
    CHECK(last.job == 1);
    CHECK_FALSE(last.grade.value().is_mark());
}

TEST_CASE("a student is reported once no pending submission can change a mark", "[counting]") {
    RunFixture run("counting-open");
    run.add_student("ada");
    run.graded("ada", 2, deadline, 65);
    run.submit("ada", 1, deadline - 10);
    CHECK(run.report(ten_percent_per_day(AttemptPolicy::last)).complete);
    CHECK(run.report(ten_percent_per_day(AttemptPolicy::last)).submissions.size() == 1);
    CHECK_FALSE(run.report(ten_percent_per_day(AttemptPolicy::best)).complete);
    CHECK(run.report(ten_percent_per_day(AttemptPolicy::best)).submissions.empty());
    run.submit("ada", 3, deadline + 10);
    CHECK_FALSE(run.report(ten_percent_per_day(AttemptPolicy::last)).complete);
}

TEST_CASE("a rejected submission keeps the mark of the previous one", "[counting]") {
    RunFixture run("counting-refused");
    run.add_student("ada");
    run.plan().students[0].refused["01_scale"] = "is a link";
    CHECK(run.report({}).submissions.at(0).labs.at(0).find("builds")->message ==
          grader::verbatim("is a link"));
    run.graded("ada", 1, deadline, 65);
    CHECK(run.report({}).submissions.at(0).labs.at(0).score == 65);
}

TEST_CASE("a gradebook takes the counted scores from the report", "[counting][gradebook]") {
    const TimeZone utc("UTC0");
    const grader::GradeReport report =
        five_students("counting-gradebook").report(ten_percent_per_day(AttemptPolicy::best));
    const grader::Book book = grader::book_from_report(grader::render_json(report), "marks.json");
    REQUIRE(book.students.size() == 5);
    const auto mark = [&](std::size_t student) { return book.students.at(student).marks.at(0); };
    CHECK(mark(0).score == 100);
    CHECK(mark(0).note.empty());
    CHECK(mark(0).attempt.empty());
    CHECK(mark(1).score == 56);
    CHECK(mark(1).grade.score == 70);
    CHECK(mark(1).grade.verdict == grader::Verdict::pass);
    CHECK(mark(1).note == "2 days late: 20 % off");
    CHECK(mark(2).score == 0);
    CHECK(mark(2).grade.verdict == grader::Verdict::pass);
    CHECK(mark(2).note == "8 days late: counts nothing after 7 days");
    CHECK(mark(3).score == 60);
    CHECK(mark(3).note.empty());
    CHECK(mark(3).attempt == "1 of 2, 2026-11-30 23:59");
    CHECK(mark(4).score == 50);
    CHECK(mark(4).attempt == "1 of 2, 2026-12-01 23:58 (2 could not be graded)");
}

TEST_CASE("a report with counted scores matches the schema", "[counting][json]") {
    if (!can_check_schemas()) SKIP("valijson is not installed; type: scripts/setup tests");
    const auto report =
        grader::to_json(five_students("counting-schema").report(ten_percent_per_day(AttemptPolicy::best)));
    const fs::path schema = fs::path(KERNELSMITH_SOURCE_DIR) / "docs/report.schema.json";
    CHECK(schema_violations(nlohmann::json::parse(harness::read(schema)), report).empty());
    CHECK(report.at("submissions").at(1).at("labs").at(0).at("final").at("score") == 56);
}

TEST_CASE("the table of a class has the counted points and the number of marks changed by lateness",
          "[counting][console]") {
    RunFixture run = five_students("counting-table");
    ClassRules rules = ten_percent_per_day(AttemptPolicy::best);
    run.add_student("fay");
    run.graded("fay", 1, deadline + one_day, 80);
    run.add_student("gil");
    run.graded("gil", 1, deadline + one_day, 0); // 10 % of nothing
    check_approved("table_of_class_by_rules", grader::render_class_table(run.report(rules), {}));
}
