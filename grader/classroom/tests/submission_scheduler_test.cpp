// Scheduling of submissions.

#include <catch2/catch_test_macros.hpp>

#include "classroom/run/host_info.h"
#include "classroom/run/submission_scheduler.h"
#include "testing/bench.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using grader::AttemptPolicy;

/// A class without a grader: submissions arrive, and grades are fabricated.
class SchedulerFixture {
public:
    explicit SchedulerFixture(const std::string& name, grader::AttemptRules rules = {})
        : directory_(made(name)), folder_(directory_),
          submission_store_(folder_.submission_store(), folder_.secret()), scheduler_(rules),
          planner_(folder_, submission_store_, request()), run_status_(folder_, planner_.plan()),
          journal_(folder_.journal(), "test") {}

    void submit(const std::string& student, const std::string& lab, const std::string& text) {
        now_ += 1;
        grader::FoundSubmission found{student, lab, {}, "", now_, 0, {{"student.cu", {}, text}}};
        REQUIRE(submission_store_.take(found, now_) == grader::StoreResult::kept);
    }

    /// Plans the submissions that are due, and returns them as `student number`.
    std::vector<std::string> next() {
        std::vector<std::string> names;
        for (const grader::LabSubmission* submit : scheduler_.next(submission_store_, run_status_, now_)) {
            names.push_back(submit->student + " " + std::to_string(submit->number));
            REQUIRE(planner_.add(*submit));
        }
        run_status_.append_jobs(planner_.plan());
        return names;
    }

    /// Gives all planned submissions a grade, each after @p device_seconds on a GPU.
    void grade(double device_seconds = 0) {
        for (std::size_t i = 0; i < run_status_.jobs().size(); ++i) {
            if (run_status_.jobs()[i].at == grader::JobState::graded) continue;
            const grader::Job& job = run_status_.plan().jobs[i];
            grader::LabGrade grade;
            grade.id = job.lab;
            write(job, grader::Stage::check, 0, device_seconds > 0, grade);
            if (device_seconds > 0) write(job, grader::Stage::time, device_seconds, false, grade);
        }
        run_status_.refresh();
    }

    void sleep_until_tomorrow() { now_ += 24 * 60 * 60; }
    [[nodiscard]] const grader::SubmissionScheduler& scheduler() const { return scheduler_; }

private:
    static fs::path made(const std::string& name) {
        fs::path directory = harness::scratch(name);
        fs::create_directories(directory);
        return directory;
    }
    static grader::RunRequest request() {
        grader::RunRequest request;
        for (const grader::Lab& lab : bench::course().labs()) {
            request.labs.push_back(&lab);
            request.tools[lab.id] = "tools";
        }
        request.config.devices = {"gpu"};
        return request;
    }
    void write(const grader::Job& job, grader::Stage stage, double device_seconds, bool timing_pending,
               const grader::LabGrade& grade) {
        grader::JournalEntry entry = grader::make_entry(run_status_.plan(), job, stage, grader::Event::done);
        entry.at = now_;
        entry.device = "gpu";
        entry.device_seconds = device_seconds;
        entry.timing_pending = timing_pending;
        journal_.append(entry, &grade);
    }

    fs::path directory_;
    grader::ClassFolder folder_;
    grader::SubmissionStore submission_store_;
    grader::SubmissionScheduler scheduler_;
    grader::Planner planner_;
    grader::RunStatus run_status_;
    grader::JournalWriter journal_;
    double now_ = 1'764'590'400; // noon of a day
};

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("submissions are graded in order of arrival and one at a time per student and lab", "[turns]") {
    SchedulerFixture fixture("turns-order");
    fixture.submit("bo", "01_scale", "a");
    fixture.submit("ada", "01_scale", "a");
    fixture.submit("ada", "02_sum", "a");
    CHECK(fixture.next() == Names{"bo 1", "ada 1", "ada 1"});
    fixture.submit("bo", "01_scale", "b");
    CHECK(fixture.next().empty());
    fixture.grade();
    CHECK(fixture.next() == Names{"bo 2"});
    CHECK(fixture.next().empty());
}

TEST_CASE("only the last submission is graded if the last one counts", "[turns]") {
    SchedulerFixture fixture("turns-last");
    for (const char* text : {"a", "b", "c"}) fixture.submit("ada", "01_scale", text);
    CHECK(fixture.next() == Names{"ada 3"});
    fixture.grade();
    CHECK(fixture.next().empty());
}

TEST_CASE("submissions are graded one after the other if the best one counts", "[turns]") {
    SchedulerFixture fixture("turns-best", {AttemptPolicy::best, {}, {}});
    for (const char* text : {"a", "b", "c"}) fixture.submit("ada", "01_scale", text);
    for (const char* turn : {"ada 1", "ada 2", "ada 3"}) {
        CHECK(fixture.next() == Names{turn});
        CHECK(fixture.next().empty());
        fixture.grade();
    }
    CHECK(fixture.next().empty());
}

TEST_CASE("a daily limit defers only that student's further submissions to the next day", "[turns]") {
    SchedulerFixture fixture("turns-a-day", {AttemptPolicy::best, 2, {}});
    for (const char* text : {"a", "b", "c"}) fixture.submit("ada", "01_scale", text);
    for (int i = 0; i < 2; ++i) {
        CHECK(fixture.next().size() == 1);
        fixture.grade();
    }
    fixture.submit("ada", "02_sum", "other labs have their own");
    fixture.submit("bo", "01_scale", "and so have others");
    CHECK(fixture.next() == Names{"ada 1", "bo 1"});
    CHECK(fixture.scheduler().deferrals().contains({"ada", "01_scale"}));
    fixture.grade();
    fixture.sleep_until_tomorrow();
    CHECK(fixture.next() == Names{"ada 3"});
    CHECK(fixture.scheduler().deferrals().empty());
}

TEST_CASE("a student over the daily GPU time waits in every lab", "[turns]") {
    SchedulerFixture fixture("turns-gpu-seconds", {AttemptPolicy::last, {}, 30.0});
    fixture.submit("ada", "01_scale", "a");
    fixture.submit("bo", "01_scale", "a");
    CHECK(fixture.next().size() == 2);
    fixture.grade(40);
    fixture.submit("ada", "02_sum", "a");
    CHECK(fixture.next().empty());
    CHECK(fixture.scheduler().deferrals().contains({"ada", "02_sum"}));
    fixture.sleep_until_tomorrow();
    CHECK(fixture.next() == Names{"ada 1"});
}

TEST_CASE("resubmitting already graded files does not count against the daily limit", "[turns]") {
    SchedulerFixture fixture("turns-again", {AttemptPolicy::last, 2, {}});
    fixture.submit("ada", "01_scale", "a");
    CHECK(fixture.next().size() == 1);
    fixture.grade();
    fixture.submit("ada", "01_scale", "b");
    CHECK(fixture.next().size() == 1);
    fixture.grade();
    fixture.sleep_until_tomorrow();
    fixture.submit("ada", "01_scale", "a");
    CHECK(fixture.next() == Names{"ada 3"});
    CHECK(fixture.next().empty());
    fixture.submit("ada", "01_scale", "c");
    CHECK(fixture.next() == Names{"ada 4"});
}
