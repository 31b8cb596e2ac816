// Regrades: which grade each one replaced, and the report of a class's run on them.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "changed_grades.h"
#include "classroom/gradebook/csv.h"
#include "classroom/run/changes.h"
#include "small_class.h"
#include "testing/harness.h"
#include "testing/samples.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using changed_grades::passed_with;
using changed_grades::step_of;
using grader::DifferenceKind;
using grader::JournalEntry;
using grader::LabGrade;
using grader::Regrade;
using grader::RegradeCause;
using grader::Stage;
using harness::Grader;
using harness::RunResult;

/// A class with a fabricated journal.
class JournalFixture {
public:
    explicit JournalFixture(const std::string& name)
        : directory_(harness::scratch(name)), folder_(directory_) {
        plan.run = 2;
        plan.config.devices = {"h200"};
        plan.labs = {"01_scale"};
    }

    /// Adds a job of ada's to the plan; @p key is its grade's cache key.
    void add_job(const std::string& key, const std::string& submission) {
        grader::Job job;
        job.student = "ada";
        job.lab = "01_scale";
        job.submission = submission;
        job.key = key;
        plan.jobs.push_back(job);
    }

    /// Returns a line with a grade of that student and lab.
    static JournalEntry line(int run, const std::string& key, const std::string& submission) {
        JournalEntry entry;
        entry.event = grader::Event::done;
        entry.run = run;
        entry.key = key;
        entry.submission = submission;
        entry.student = "ada";
        entry.lab = "01_scale";
        entry.at = 1000.0 * run;
        return entry;
    }

    void write(const JournalEntry& entry, const LabGrade& grade) {
        grader::JournalWriter(folder_.journal(), "w").append(entry, &grade);
    }

    [[nodiscard]] std::vector<Regrade> regrades(int of_run = 0) const {
        return grader::find_regrades(folder_, grader::RunStatus(folder_, plan), of_run);
    }

    [[nodiscard]] fs::path journal() const { return folder_.journal(); }

    grader::RunPlan plan;

private:
    fs::path directory_;
    grader::ClassFolder folder_;
};

} // namespace

TEST_CASE("a grade of the same files under another cache key replaces the previous one", "[class-changes]") {
    JournalFixture made("changes-key");
    made.add_job("new", "h1");
    made.write(made.line(1, "old", "h1"), samples::wrong_output());
    made.write(made.line(2, "new", "h1"), samples::passed());
    const std::vector<Regrade> regrades = made.regrades();
    REQUIRE(regrades.size() == 1);
    const Regrade& one = regrades.front();
    CHECK(one.student == "ada");
    CHECK(one.lab == "01_scale");
    CHECK(one.cause == RegradeCause::lab_changed);
    CHECK(one.then.run == 1);
    CHECK(one.then.verdict == grader::Verdict::fail);
    CHECK(one.then.score == samples::wrong_output().score);
    CHECK(one.now.run == 2);
    CHECK(one.now.verdict == grader::Verdict::pass);
    CHECK(one.now.score == samples::passed().score);
    CHECK(one.difference.kind == DifferenceKind::changed);
}

TEST_CASE("a regrade is listed in its own run and in no later one", "[class-changes]") {
    JournalFixture made("changes-kept");
    made.add_job("new", "h1");
    made.plan.run = 3;
    made.write(made.line(1, "old", "h1"), samples::wrong_output());
    made.write(made.line(2, "new", "h1"), samples::passed());
    CHECK(made.regrades(3).empty());
    CHECK(made.regrades(2).size() == 1);
    CHECK(made.regrades().size() == 1);
}

TEST_CASE("a first grade is no regrade", "[class-changes]") {
    JournalFixture made("changes-first");
    made.add_job("new", "h2");
    made.write(made.line(2, "new", "h2"), samples::passed());
    CHECK(made.regrades().empty());
    // An earlier submission of the student is unrelated.
    made.write(made.line(1, "old", "h1"), samples::wrong_output());
    CHECK(made.regrades().empty());
    // So is another student's.
    JournalEntry other = made.line(1, "old", "");
    other.student = "bo";
    made.write(other, samples::wrong_output());
    CHECK(made.regrades().empty());
}

TEST_CASE("if the journal lacks the graded files then student and lab are compared", "[class-changes]") {
    JournalFixture made("changes-unknown");
    SECTION("neither line tells") {
        made.add_job("new", "");
        made.write(made.line(1, "old", ""), samples::wrong_output());
        made.write(made.line(2, "new", ""), samples::passed());
    }
    SECTION("only the earlier one does not") {
        made.add_job("new", "h1");
        made.write(made.line(1, "old", ""), samples::wrong_output());
        made.write(made.line(2, "new", "h1"), samples::passed());
    }
    SECTION("only the later one does not") {
        made.add_job("new", "");
        made.write(made.line(1, "old", "h1"), samples::wrong_output());
        made.write(made.line(2, "new", ""), samples::passed());
    }
    const std::vector<Regrade> regrades = made.regrades();
    REQUIRE(regrades.size() == 1);
    CHECK(regrades.front().cause == RegradeCause::files_may_have_changed);
}

TEST_CASE("a grade of the same cache key is a regrade in a fresh run or on another GPU", "[class-changes]") {
    JournalFixture made("changes-fresh");
    made.add_job("same", "h1");
    JournalEntry check = made.line(1, "same", "h1");
    check.timing_pending = true;
    JournalEntry then = made.line(1, "same", "h1");
    then.stage = Stage::time;
    JournalEntry now = made.line(2, "same", "h1");
    now.stage = Stage::time;
    now.device = "h200";
    SECTION("asked for") {
        then.device = "h200";
        made.plan.count_from["01_scale"] = 2;
        check.run = 2;
        made.write(check, samples::correct_untimed());
        made.write(then, samples::too_slow());
        made.write(now, samples::passed());
        REQUIRE(made.regrades().size() == 1);
        CHECK(made.regrades().front().cause == RegradeCause::asked_for);
    }
    SECTION("timed elsewhere") {
        then.device = "h100";
        made.write(check, samples::correct_untimed());
        made.write(then, samples::too_slow());
        made.write(now, samples::passed());
        REQUIRE(made.regrades().size() == 1);
        CHECK(made.regrades().front().cause == RegradeCause::gpu_changed);
    }
    SECTION("the same grade, made twice, is no other one") {
        then.device = "h200";
        made.write(check, samples::correct_untimed());
        made.write(then, samples::passed());
        made.write(now, samples::passed());
        CHECK(made.regrades().empty());
    }
}

TEST_CASE("a regrade is compared with the last complete grade before", "[class-changes]") {
    JournalFixture made("changes-several");
    made.plan.run = 5;
    made.add_job("new", "h1");
    made.write(made.line(5, "new", "h1"), samples::passed());
    made.write(made.line(3, "third", "h1"), samples::too_slow());
    made.write(made.line(1, "first", "h1"), samples::compile_error());
    JournalEntry half = made.line(4, "fourth", "h1");
    half.timing_pending = true;
    made.write(half, samples::correct_untimed());
    JournalEntry failed = made.line(4, "fourth", "h1");
    failed.event = grader::Event::failed;
    made.write(failed, samples::no_gpu());
    JournalEntry second = made.line(3, "third", "h1");
    second.at += 1;
    made.write(second, samples::unclean());
    const std::vector<Regrade> regrades = made.regrades();
    REQUIRE(regrades.size() == 1);
    CHECK(regrades.front().then.run == 3);
    CHECK(regrades.front().then.score == samples::too_slow().score);
}

TEST_CASE("only grades that are compared are read from disk", "[class-changes]") {
    JournalFixture made("changes-read");
    made.plan.run = 3;
    made.add_job("new", "h1");
    made.write(made.line(2, "old", "h1"), samples::wrong_output());
    made.write(made.line(3, "new", "h1"), samples::passed());
    // Grades that cannot be read: another student's, of an earlier run, and of a later one.
    for (const char* head : {R"("run":2,"key":"x","student":"bo","submission":"h7")",
                             R"("run":1,"key":"y","student":"ada","submission":"h1")",
                             R"("run":4,"key":"z","student":"ada","submission":"h1")"})
        harness::write(
            made.journal() / (std::string(head).substr(6, 1) + "-torn.jsonl"),
            std::string("{\"event\":\"done\",\"stage\":\"check\",") + head +
                R"(,"lab":"01_scale","at":1,"seconds":1,"device_seconds":0,"host":"","device":"",)" +
                R"("device_name":"","more":false,"why":""})" + "\t{\"torn\"\n");
    CHECK(made.regrades().size() == 1);
}

TEST_CASE("regrades are listed by changed verdict and then by change of score", "[class-changes]") {
    JournalFixture made("changes-order");
    const auto add = [&](const std::string& student, const LabGrade& then, const LabGrade& now) {
        made.add_job(student + "-new", student);
        made.plan.jobs.back().student = student;
        for (const auto& [run, key, grade] :
             {std::tuple(1, student + "-old", &then), std::tuple(2, student + "-new", &now)}) {
            JournalEntry entry = JournalFixture::line(run, key, student);
            entry.student = student;
            made.write(entry, *grade);
        }
    };
    LabGrade few = samples::wrong_output();
    step_of(few, "correct").points = 30;
    grader::finalize_grade(few);
    LabGrade fewer = samples::wrong_output();
    step_of(fewer, "correct").points = 10;
    grader::finalize_grade(fewer);
    add("same", samples::passed(), samples::passed());
    add("little", samples::wrong_output(), few);
    add("much", samples::wrong_output(), fewer);
    add("measured", samples::passed(), passed_with(20));
    add("verdict", samples::too_slow(), samples::too_close());
    std::vector<std::string> order;
    for (const Regrade& regrade : made.regrades()) order.push_back(regrade.student);
    CHECK(order == std::vector<std::string>{"verdict", "much", "little", "measured", "same"});
}

TEST_CASE("after the correction of a lab both grades are kept and each difference is listed once",
          "[class-changes][class-run][timed]") {
    const fs::path directory = small_class::make("class-changes", 2); // in lab 02, one submission is correct
                                                                      // and one is wrong
    Grader grader(harness::copy_of_course("class-changes-course"));
    std::vector<std::string> grading = {"--all", directory.string(), "--jobs", "2", "--exit-zero"};
    const auto grade = [&] {
        RunResult ran = grader.run(grading);
        INFO(ran.out << ran.err);
        REQUIRE(ran.status == 0);
        return ran.out;
    };
    CHECK_THAT(grade(), !ContainsSubstring("regraded"));
    const std::size_t once = small_class::times_done(directory).size();

    // The case of an empty sum had weight 0, and now has the same weight as the other two cases.
    const fs::path manifest = grader.course / "labs/02_sum/lab.toml";
    std::string text = harness::read(manifest);
    const std::size_t weight = text.find("weight = 0");
    REQUIRE(weight != std::string::npos);
    harness::write(manifest, text.replace(weight, 10, "weight = 1"));
    grading.insert(grading.end(), {"--reason", "the empty case counts"});
    const std::string changed = grade();
    INFO(changed);
    CHECK_THAT(changed, ContainsSubstring("Run 2 regraded 2 grades of run 1") &&
                            ContainsSubstring("the reason: the empty case counts") &&
                            ContainsSubstring("changed: 1") &&
                            ContainsSubstring("student101  02_sum  ✘ 0 → ✘ 13.3 of 70") &&
                            ContainsSubstring("correct: fail, 0 → 13.3 of 40 ("));
    CHECK_THAT(changed, !ContainsSubstring("01_scale"));
    // Check and timing of the correct one, the check of the wrong one: each under its old key and under a new
    // one.
    CHECK(small_class::times_done(directory).size() == once + 3);

    grading.resize(grading.size() - 2);
    CHECK_THAT(grade(), !ContainsSubstring("regraded"));

    const auto changes = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"class", "changes", directory.string()});
        return Grader().run(options);
    };
    const fs::path csv = directory.parent_path() / "class-changes.csv";
    const RunResult later = changes({"--csv", csv.string()});
    INFO(later.out << later.err);
    CHECK(later.status == 0);
    CHECK_THAT(later.out, ContainsSubstring("the reason: the empty case counts") &&
                              ContainsSubstring("student101  02_sum  ✘ 0 → ✘ 13.3 of 70"));
    CHECK(grader::parse_csv(harness::read(csv), "class-changes.csv").size() == 3);
    CHECK_THAT(changes({"--run", "1"}).out, ContainsSubstring("No grade that counts in run 1 is a regrade"));
    CHECK(changes({"--run", "4"}).status == 2);
    CHECK(changes({"--csv", "/dev/stdout"}).out == harness::read(csv));
}
