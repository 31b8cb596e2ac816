// Grades that were made again: which one each took the place of, what differs, and how that is told.

#include <cstdlib>
#include <ctime>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "approval.h"
#include "class/changes.h"
#include "gradebook/csv.h"
#include "harness.h"
#include "instructing/changes_text.h"
#include "made_up_class.h"
#include "samples.h"
#include "small_class.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::DifferenceKind;
using grader::JournalEntry;
using grader::LabGrade;
using grader::Regrade;
using grader::RegradeCause;
using grader::Stage;
using harness::Grader;
using harness::Ran;

/// A class with a journal that is made up line by line.
class MadeUpJournal {
public:
    explicit MadeUpJournal(const std::string& name)
        : directory_(harness::scratch(name)), folder_(directory_) {
        plan.run = 2;
        plan.means.devices = {"h200"};
        plan.labs = {"01_scale"};
    }

    /// A job of ada's in the plan; its grade is known by @p key.
    void add_job(const std::string& key, const std::string& hand_in) {
        grader::Job job;
        job.student = "ada";
        job.lab = "01_scale";
        job.hand_in = hand_in;
        job.key = key;
        plan.jobs.push_back(job);
    }

    /// A line that tells of a grade of that student and lab.
    static JournalEntry line(int run, const std::string& key, const std::string& hand_in) {
        JournalEntry entry;
        entry.event = grader::Event::done;
        entry.run = run;
        entry.key = key;
        entry.hand_in = hand_in;
        entry.student = "ada";
        entry.lab = "01_scale";
        entry.at = 1000.0 * run;
        return entry;
    }

    void write(const JournalEntry& entry, const LabGrade& grade) {
        grader::JournalWriter(folder_.journal(), "w").append(entry, &grade);
    }

    [[nodiscard]] std::vector<Regrade> regrades(int of_run = 0) const {
        return grader::find_regrades(folder_, grader::Standing(folder_, plan), of_run);
    }

    [[nodiscard]] fs::path journal() const { return folder_.journal(); }

    grader::Plan plan;

private:
    fs::path directory_;
    grader::ClassFolder folder_;
};

grader::Step& step_of(LabGrade& grade, const std::string& name) {
    for (grader::Step& step : grade.steps)
        if (step.name == name) return step;
    throw std::logic_error("no such step");
}

/// Full marks but for speed, where @p points were earned.
LabGrade passed_with(double points) {
    LabGrade grade = samples::passed();
    step_of(grade, "fast").points = points;
    grader::settle(grade);
    return grade;
}

/// Wrong, for the reason @p message.
LabGrade wrong_with(const std::string& message) {
    LabGrade grade = samples::wrong_output();
    step_of(grade, "correct").message = message;
    return grade;
}

DifferenceKind kind_of(const LabGrade& then, const LabGrade& now) {
    return grader::difference_between(then, now).kind;
}

/// Times are printed by the clock of the place.
class InUtc {
public:
    InUtc() {
        ::setenv("TZ", "UTC", 1);
        ::tzset();
    }
    ~InUtc() {
        ::unsetenv("TZ");
        ::tzset();
    }
    InUtc(const InUtc&) = delete;
    InUtc& operator=(const InUtc&) = delete;
};

Regrade regrade_of(const std::string& student, const LabGrade& then, const LabGrade& now) {
    return {student,
            "04_shared_tiling",
            1,
            RegradeCause::other_lab,
            {1, then.verdict, then.score, then.max_score},
            {4, now.verdict, now.score, now.max_score},
            grader::difference_between(then, now)};
}

const std::map<int, grader::AskedFor> asked = {{4, {"grace", "the second case was wrong", 1795638120}}};

} // namespace

TEST_CASE("a grade of the same files takes the place of the one before, whatever it is graded with",
          "[class-changes]") {
    MadeUpJournal made("changes-key");
    made.add_job("new", "h1");
    made.write(made.line(1, "old", "h1"), samples::wrong_output());
    made.write(made.line(2, "new", "h1"), samples::passed());
    const std::vector<Regrade> regrades = made.regrades();
    REQUIRE(regrades.size() == 1);
    const Regrade& one = regrades.front();
    CHECK(one.student == "ada");
    CHECK(one.lab == "01_scale");
    CHECK(one.cause == RegradeCause::other_lab);
    CHECK(one.then.run == 1);
    CHECK(one.then.verdict == grader::Verdict::fail);
    CHECK(one.then.score == samples::wrong_output().score);
    CHECK(one.now.run == 2);
    CHECK(one.now.verdict == grader::Verdict::pass);
    CHECK(one.now.score == samples::passed().score);
    CHECK(one.difference.kind == DifferenceKind::changed);
}

TEST_CASE("a grade that goes on counting took nobody's place in a later run", "[class-changes]") {
    MadeUpJournal made("changes-kept");
    made.add_job("new", "h1");
    made.plan.run = 3;
    made.write(made.line(1, "old", "h1"), samples::wrong_output());
    made.write(made.line(2, "new", "h1"), samples::passed());
    CHECK(made.regrades(3).empty());
    CHECK(made.regrades(2).size() == 1);
    CHECK(made.regrades().size() == 1);
}

TEST_CASE("a first grade took nobody's place", "[class-changes]") {
    MadeUpJournal made("changes-first");
    made.add_job("new", "h2");
    made.write(made.line(2, "new", "h2"), samples::passed());
    CHECK(made.regrades().empty());
    // What the student handed in before is another thing.
    made.write(made.line(1, "old", "h1"), samples::wrong_output());
    CHECK(made.regrades().empty());
    // So is what somebody else did.
    JournalEntry other = made.line(1, "old", "");
    other.student = "bo";
    made.write(other, samples::wrong_output());
    CHECK(made.regrades().empty());
}

TEST_CASE("where the journal does not tell which files were graded, student and lab are looked at",
          "[class-changes]") {
    MadeUpJournal made("changes-unknown");
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
    CHECK(regrades.front().cause == RegradeCause::perhaps_files);
}

TEST_CASE("--fresh makes a grade of the same key again, and another GPU does", "[class-changes]") {
    MadeUpJournal made("changes-fresh");
    made.add_job("same", "h1");
    JournalEntry check = made.line(1, "same", "h1");
    check.more = true;
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
        CHECK(made.regrades().front().cause == RegradeCause::other_gpu);
    }
    SECTION("the same grade, made twice, is no other one") {
        then.device = "h200";
        made.write(check, samples::correct_untimed());
        made.write(then, samples::passed());
        made.write(now, samples::passed());
        CHECK(made.regrades().empty());
    }
}

TEST_CASE("of several grades before, the last whole one counted", "[class-changes]") {
    MadeUpJournal made("changes-several");
    made.plan.run = 5;
    made.add_job("new", "h1");
    made.write(made.line(5, "new", "h1"), samples::passed());
    made.write(made.line(3, "third", "h1"), samples::too_slow());
    made.write(made.line(1, "first", "h1"), samples::compile_error());
    JournalEntry half = made.line(4, "fourth", "h1");
    half.more = true;
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

TEST_CASE("no grade is read that nothing is held against", "[class-changes]") {
    MadeUpJournal made("changes-read");
    made.plan.run = 3;
    made.add_job("new", "h1");
    made.write(made.line(2, "old", "h1"), samples::wrong_output());
    made.write(made.line(3, "new", "h1"), samples::passed());
    // Grades that cannot be read: of somebody else, of an earlier run, and of a later one.
    for (const char* head : {R"("run":2,"key":"x","student":"bo","hand_in":"h7")",
                             R"("run":1,"key":"y","student":"ada","hand_in":"h1")",
                             R"("run":4,"key":"z","student":"ada","hand_in":"h1")"})
        harness::write(
            made.journal() / (std::string(head).substr(6, 1) + "-torn.jsonl"),
            std::string("{\"event\":\"done\",\"stage\":\"check\",") + head +
                R"(,"lab":"01_scale","at":1,"seconds":1,"device_seconds":0,"host":"","device":"",)" +
                R"("device_name":"","more":false,"why":""})" + "\t{\"torn\"\n");
    CHECK(made.regrades().size() == 1);
}

TEST_CASE("grades with another verdict come first, then those whose score moved most", "[class-changes]") {
    MadeUpJournal made("changes-order");
    const auto add = [&](const std::string& student, const LabGrade& then, const LabGrade& now) {
        made.add_job(student + "-new", student);
        made.plan.jobs.back().student = student;
        for (const auto& [run, key, grade] :
             {std::tuple(1, student + "-old", &then), std::tuple(2, student + "-new", &now)}) {
            JournalEntry entry = MadeUpJournal::line(run, key, student);
            entry.student = student;
            made.write(entry, *grade);
        }
    };
    LabGrade few = samples::wrong_output();
    step_of(few, "correct").points = 30;
    grader::settle(few);
    LabGrade fewer = samples::wrong_output();
    step_of(fewer, "correct").points = 10;
    grader::settle(fewer);
    add("same", samples::passed(), samples::passed());
    add("little", samples::wrong_output(), few);
    add("much", samples::wrong_output(), fewer);
    add("measured", samples::passed(), passed_with(20));
    add("verdict", samples::too_slow(), samples::too_close());
    std::vector<std::string> order;
    for (const Regrade& regrade : made.regrades()) order.push_back(regrade.student);
    CHECK(order == std::vector<std::string>{"verdict", "much", "little", "measured", "same"});
}

TEST_CASE("what was measured again alone is told from what was changed", "[class-changes]") {
    CHECK(kind_of(samples::passed(), samples::passed()) == DifferenceKind::none);
    const auto measured = grader::difference_between(passed_with(25), passed_with(24.6));
    CHECK(measured.kind == DifferenceKind::measured);
    CHECK(std::abs(measured.measured - 0.4) < 1e-9);
    CHECK(measured.why.empty());
    // Points by other thresholds are no other measurement.
    LabGrade by_others = passed_with(24.6);
    by_others.speedup->full = 12;
    const auto changed = grader::difference_between(passed_with(25), by_others);
    CHECK(changed.kind == DifferenceKind::changed);
    CHECK(changed.measured == 0);
    REQUIRE(changed.why.size() == 2);
    CHECK(changed.why[0] == "fast: pass, 25 → 24.6 of 30");
    CHECK(changed.why[1] ==
          "fast: asked for was 6.00× to pass and 9.00× for all points, now 6.00× and 12.00×");
    // What is too close to call counts as passed; what fails does not, though it is the clock that says so.
    CHECK(kind_of(samples::too_close(), samples::passed()) == DifferenceKind::measured);
    LabGrade same_points = samples::passed();
    step_of(same_points, "fast").status = grader::Status::too_close;
    CHECK(kind_of(same_points, samples::passed()) == DifferenceKind::measured);
    const auto failed = grader::difference_between(samples::too_slow(), samples::too_close());
    CHECK(failed.kind == DifferenceKind::changed);
    REQUIRE(failed.why.size() == 1);
    CHECK_THAT(failed.why[0], Catch::Matchers::StartsWith(
                                  "fast: fail → too close to call, 10.2 → 24.4 of 30, as measured ("));
    // Beside a change, what was measured is told as that.
    LabGrade wrong = passed_with(25.5);
    step_of(wrong, "correct").points = 20;
    grader::settle(wrong);
    const auto both = grader::difference_between(wrong, passed_with(25));
    CHECK(both.why == std::vector<std::string>{"correct: pass, 20 → 40 of 40",
                                               "fast: pass, 25.5 → 25 of 30, as measured"});
}

TEST_CASE("a line says which step changed, and what the worse one said", "[class-changes]") {
    const auto why = [](const LabGrade& then, const LabGrade& now) {
        return grader::difference_between(then, now).why;
    };
    // `fast` waited for `correct`: the line of `correct` says it all.
    CHECK(why(wrong_with("case 2: 3 of 10 wrong. The first is 7."), samples::passed()) ==
          std::vector<std::string>{"correct: fail → pass, 36.5 → 40 of 40 (case 2: 3 of 10 wrong)"});
    CHECK(why(samples::passed(), wrong_with("case 2: 3 of 10 wrong\nand more")) ==
          std::vector<std::string>{"correct: pass → fail, 40 → 36.5 of 40 (case 2: 3 of 10 wrong)"});
    // A step that could not be reached before, and fails now.
    CHECK(why(wrong_with("11 of 12 cases"), samples::too_slow()) ==
          std::vector<std::string>{
              "correct: fail → pass, 36.5 → 40 of 40 (11 of 12 cases)",
              "fast: waits → fail (2.14 times as fast as the baseline; 6 times is asked for)"});
    LabGrade worth_more = samples::passed();
    step_of(worth_more, "correct").points = step_of(worth_more, "correct").max_points = 50;
    grader::settle(worth_more);
    CHECK(why(samples::passed(), worth_more) ==
          std::vector<std::string>{"correct: pass, 40 of 40 → 50 of 50"});
    CHECK(why(samples::correct_untimed(), samples::passed()).size() == 1);
}

TEST_CASE("inputs are drawn anew, so numbers in a message are no change, and other words are",
          "[class-changes]") {
    CHECK(kind_of(wrong_with("case 2: 3 of 1,009 wrong, by 0.5"),
                  wrong_with("case 2: 41 of 10,009 wrong, by 12.25")) == DifferenceKind::none);
    const auto words =
        grader::difference_between(wrong_with("case 2 is wrong"), wrong_with("c is not written"));
    CHECK(words.kind == DifferenceKind::changed);
    CHECK(words.why ==
          std::vector<std::string>{R"(correct: fail, now "c is not written", then "case 2 is wrong")"});
    // How long a case took stands in a message of a step that passes.
    LabGrade longer = samples::passed();
    step_of(longer, "runs").message = "12 cases, the longest took 1.20 s";
    CHECK(kind_of(samples::passed(), longer) == DifferenceKind::none);
}

TEST_CASE("changes are told by run: who asked, why, how many are the same, and who is not",
          "[class-changes]") {
    const InUtc utc;
    std::vector<Regrade> regrades = {
        regrade_of("ada", wrong_with("case 2: 3 of 10 wrong"), samples::passed()),
        regrade_of("a.rather.long.name@students.example.org", samples::passed(), samples::too_slow()),
        regrade_of("bo", samples::compile_error(), samples::unclean()),
        regrade_of("chen", passed_with(25), passed_with(24.65)),
        regrade_of("dora", samples::passed(), samples::passed()),
    };
    regrades[2].number = 2;
    regrades[3].cause = RegradeCause::asked_for;
    regrades[4].then.run = 3;
    const grader::Style style{false, 80};
    check_approved("changes", render_changes(regrades, asked, style, 3, "grader class changes class/"));
    const std::string cut_off = render_changes(regrades, asked, style, 1, "grader class changes class/");
    CHECK_THAT(cut_off, ContainsSubstring("… and 2 more: grader class changes class/\n"));
    CHECK_THAT(cut_off, !ContainsSubstring("a.rather"));
    CHECK_THAT(render_changes(regrades, {{4, {"grace", "", 0}}}, style, 1, ""),
               ContainsSubstring("no reason was given"));
    CHECK(render_changes({}, asked, style, 1, "").empty());
    check_approved("changes_csv", render_changes_csv(regrades, asked));
}

TEST_CASE("what students wrote stays text, and short", "[class-changes]") {
    const std::string attack =
        std::string("=1+1\x1b[2J\r\n\xff") + made_up::attack + std::string(1 << 20, 'x');
    std::vector<Regrade> regrades = {regrade_of(attack, wrong_with(attack), samples::passed())};
    regrades[0].lab = attack;
    const std::map<int, grader::AskedFor> by = {{4, {attack, attack, 0}}};
    const std::string text = render_changes(regrades, by, {false, 80}, 10, "");
    for (const char c : text) CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
    CHECK(text.size() < 4000);
    const std::string csv = render_changes_csv(regrades, by);
    const std::vector<grader::CsvRecord> records = grader::parse_csv(csv, "changes.csv");
    REQUIRE(records.size() == 2);
    REQUIRE(records[1].cells.size() == records[0].cells.size());
    for (const std::string& cell : records[1].cells) CHECK_FALSE(cell.starts_with('='));
    CHECK(csv.size() < 8000);
}

TEST_CASE("a lab that is corrected: both grades are kept, and who has another one is told once",
          "[class-changes][class-run][timed]") {
    const fs::path directory = small_class::make("class-changes", 2); // of lab 02 one is right, one is wrong
    Grader grader(harness::copy_of_course("class-changes-course"));
    std::vector<std::string> grading = {"--all", directory.string(), "--jobs", "2", "--exit-zero"};
    const auto grade = [&] {
        Ran ran = grader.run(grading);
        INFO(ran.out << ran.err);
        REQUIRE(ran.status == 0);
        return ran.out;
    };
    CHECK_THAT(grade(), !ContainsSubstring("again"));
    const std::size_t once = small_class::times_done(directory).size();

    // A sum of nothing was worth nothing, and is now worth as much as the other two cases.
    const fs::path manifest = grader.course / "labs/02_sum/lab.toml";
    std::string text = harness::read(manifest);
    const std::size_t weight = text.find("weight = 0");
    REQUIRE(weight != std::string::npos);
    harness::write(manifest, text.replace(weight, 10, "weight = 1"));
    grading.insert(grading.end(), {"--reason", "the empty case counts"});
    const std::string changed = grade();
    INFO(changed);
    CHECK_THAT(changed, ContainsSubstring("Run 2 made 2 grades again, which run 1 had made") &&
                            ContainsSubstring("the reason: the empty case counts") &&
                            ContainsSubstring("changed: 1") &&
                            ContainsSubstring("student101  02_sum  ✘ 0 → ✘ 13.3 of 70") &&
                            ContainsSubstring("correct: fail, 0 → 13.3 of 40 ("));
    CHECK_THAT(changed, !ContainsSubstring("01_scale"));
    // Check and timing of the right one, the check of the wrong one: each under its old key and under a new one.
    CHECK(small_class::times_done(directory).size() == once + 3);

    grading.resize(grading.size() - 2);
    CHECK_THAT(grade(), !ContainsSubstring("again"));

    const auto changes = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"class", "changes", directory.string()});
        return Grader().run(options);
    };
    const fs::path csv = directory.parent_path() / "class-changes.csv";
    const Ran later = changes({"--csv", csv.string()});
    INFO(later.out << later.err);
    CHECK(later.status == 0);
    CHECK_THAT(later.out, ContainsSubstring("the reason: the empty case counts") &&
                              ContainsSubstring("student101  02_sum  ✘ 0 → ✘ 13.3 of 70"));
    CHECK(grader::parse_csv(harness::read(csv), "class-changes.csv").size() == 3);
    CHECK_THAT(changes({"--run", "1"}).out,
               ContainsSubstring("No grade that counts in run 1 was made again"));
    CHECK(changes({"--run", "4"}).status == 2);
    CHECK(changes({"--csv", "/dev/stdout"}).out == harness::read(csv));
}
