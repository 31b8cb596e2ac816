// A watched class: submissions are taken, graded once, and their reports returned.

#include <atomic>
#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "classroom/tests/git_samples.h"
#include "small_class.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using harness::Grader;
using harness::RunResult;
using nlohmann::json;

/// Failing submissions take half a second each, so that many can be in progress at a time.
std::vector<std::string> watching(const fs::path& directory, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"class", "watch", directory.string(), "--every", "0.2", "--jobs", "12"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Waits until @p true_now. A test whose condition never holds is ended by its time limit.
void wait_until(const std::function<bool()>& true_now) {
    while (!true_now()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

/// Watches @p directory while @p meanwhile runs, until @p enough returns true, and then interrupts the watch.
/// Its standard error goes to the file @p errors, if one is given.
RunResult watch_while(const fs::path& directory, const std::function<void()>& meanwhile,
                      const std::function<bool()>& enough, const fs::path& errors = {}) {
    std::atomic<bool> over = false;
    std::thread hands([&] {
        meanwhile();
        over = true;
    });
    Grader grader;
    grader.errors = errors;
    const RunResult ran = grader.run_and_stop(
        watching(directory), [&] { return over && enough(); }, SIGTERM);
    hands.join();
    return ran;
}

RunResult watch_once(const fs::path& directory) {
    const RunResult ran = Grader().run(watching(directory, {"--once"}));
    INFO(ran.out << ran.err);
    REQUIRE(ran.status == 0);
    CHECK(ran.left_behind.empty());
    return ran;
}

void put(const fs::path& directory, const std::string& student, const std::string& text) {
    harness::write(directory / student / "01_scale/student.cu", text);
}

/// Returns a source that fails immediately, so that a test can have many.
std::string breaks(int number) { return "#error " + std::to_string(number) + "\n"; }

std::string given_back(const fs::path& directory, const std::string& student) {
    return harness::read(directory / student / "reports/01_scale.txt");
}

std::vector<json> list_of(const fs::path& directory) {
    std::vector<json> lines;
    std::istringstream list(harness::read(directory / ".grades/submissions/list"));
    for (std::string line; std::getline(list, line);) lines.push_back(json::parse(line));
    return lines;
}

} // namespace

TEST_CASE("five hundred submissions that arrive during grading are each graded once and returned",
          "[class-watch][slow]") {
    const fs::path directory = harness::scratch("class-watched");
    fs::create_directories(directory);
    constexpr int students = 500;
    const auto name = [](int number) { return "student" + std::to_string(1000 + number); };
    int known_back = 0; // number of reports known to be returned, so that files are not read too often
    const auto all_given_back = [&] {
        while (known_back < students &&
               given_back(directory, name(known_back)).find("in full") != std::string::npos)
            ++known_back;
        return known_back == students;
    };
    // Maximum backlog, so that some arrive before others are graded, and none arrives too late to be in time.
    constexpr int waiting = 100;
    const RunResult ran = watch_while(
        directory,
        [&] {
            for (int i = 0; i < students; ++i) {
                if (i % 50 == 49)
                    small_class::submit(directory, name(i), "01_scale", harness::student("passes.cu"));
                else
                    put(directory, name(i), breaks(i));
                if (i >= waiting)
                    wait_until([&] { return !given_back(directory, name(i - waiting)).empty(); });
            }
        },
        all_given_back);
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK(ran.left_behind.empty());
    REQUIRE(all_given_back());
    const std::map<std::string, int> done = small_class::times_done(directory);
    int checks = 0;
    for (const auto& [what, times] : done) {
        INFO(what);
        CHECK(times == 1);
        checks += what.ends_with(" check") ? 1 : 0;
    }
    CHECK(checks == students);
    CHECK(list_of(directory).size() == students);
    CHECK_THAT(given_back(directory, name(49)),
               ContainsSubstring("Score that counts: 70 of 70, of submission 1."));
    CHECK_THAT(given_back(directory, name(7)), ContainsSubstring("builds"));
    // The next watch does nothing again.
    (void)watch_once(directory);
    CHECK(small_class::times_done(directory) == done);
}

TEST_CASE("a changed file is a new submission and the last one counts", "[class-watch]") {
    const fs::path directory = harness::scratch("class-watch-last");
    put(directory, "ada", breaks(1));
    (void)watch_once(directory);
    put(directory, "ada", breaks(2));
    (void)watch_once(directory);
    put(directory, "ada", breaks(1));
    const RunResult third = watch_once(directory);
    CHECK_THAT(third.out, ContainsSubstring("submission 3: received"));
    CHECK(list_of(directory).size() == 3);
    // The same files as the first submission have its grade.
    CHECK(small_class::times_done(directory).size() == 2);
    const std::string report = given_back(directory, "ada");
    INFO(report);
    CHECK_THAT(report, ContainsSubstring("of submission 3.") && ContainsSubstring("Submission 3 in full"));
    // Unchanged files are not submitted again.
    (void)watch_once(directory);
    CHECK(list_of(directory).size() == 3);
}

TEST_CASE("a watch that is killed at any moment loses nothing and does nothing twice",
          "[class-watch][slow]") {
    const fs::path directory = harness::scratch("class-watch-killed");
    fs::create_directories(directory);
    constexpr int students = 40;
    for (int i = 0; i < students; ++i) {
        put(directory, "student" + std::to_string(100 + i), breaks(i));
        if (i % 4 != 0) continue;
        // Each submission since the last time adds a line to the list, and more to plan and journal.
        const std::uintmax_t enough =
            small_class::progress(directory) + 40 + 90 * static_cast<std::uintmax_t>(i % 13);
        (void)Grader().run_and_stop(
            watching(directory), [&] { return small_class::progress(directory) >= enough; }, SIGKILL);
    }
    (void)watch_once(directory);
    CHECK(list_of(directory).size() == students);
    const std::map<std::string, int> done = small_class::times_done(directory);
    CHECK(done.size() == students);
    for (const auto& [what, times] : done) CHECK(times == 1);
    for (int i = 0; i < students; ++i)
        CHECK_THAT(given_back(directory, "student" + std::to_string(100 + i)), ContainsSubstring("in full"));
}

TEST_CASE("a submission that could not be stored or planned is graded once as soon as possible",
          "[class-watch]") {
    const fs::path directory = harness::scratch("class-watch-hindered");
    put(directory, "bo", breaks(1));
    const fs::path kept = directory / ".grades";
    const fs::path errors = harness::scratch("class-watch-hindered-says") / "errors";
    const std::string refused = "cannot write " + (kept / "submissions/list").string();
    const auto hinder = [&] {
        wait_until([&] { return given_back(directory, "bo") != ""; });
        fs::rename(kept / "submissions/list", kept / "submissions/list.away");
        fs::create_directory(kept / "submissions/list");
        put(directory, "ada", breaks(2));
        wait_until([&] { return harness::read(errors).find(refused) != std::string::npos; });
        fs::rename(kept / "runs", kept / "runs.away");
        fs::remove(kept / "submissions/list");
        fs::rename(kept / "submissions/list.away", kept / "submissions/list");
        // Each student whose submission was taken reads that it waits, even if it is not planned yet.
        wait_until([&] { return given_back(directory, "ada") != ""; });
        fs::remove_all(kept / "runs");
        fs::rename(kept / "runs.away", kept / "runs");
    };
    const auto graded = [&] { return given_back(directory, "ada").find(" of 70") != std::string::npos; };
    const RunResult ran = watch_while(directory, hinder, graded, errors);
    INFO(ran.out << ran.err);
    CHECK_THAT(ran.err, ContainsSubstring(refused) && ContainsSubstring((kept / "runs").string()));
    CHECK(list_of(directory).size() == 2);
    const json plan = json::parse(harness::read(kept / "runs/1.json"));
    CHECK(plan.at("jobs").size() == 2);
}

TEST_CASE("submissions over the daily limit wait and the report says so", "[class-watch]") {
    const fs::path directory = harness::scratch("class-watch-limits");
    harness::write(directory / "class.toml", "[attempts]\nattempts_per_day = 2\n");
    for (int i = 1; i <= 3; ++i) {
        put(directory, "ada", breaks(i));
        (void)watch_once(directory);
    }
    CHECK(list_of(directory).size() == 3);
    CHECK(small_class::times_done(directory).size() == 2);
    CHECK_THAT(given_back(directory, "ada"), ContainsSubstring("2 submissions per lab are graded per day") &&
                                                 ContainsSubstring("of submission 2."));
}

TEST_CASE("a class watch grades every submission if the best one counts", "[class-watch]") {
    const fs::path directory = harness::scratch("class-watch-best");
    harness::write(directory / "class.toml", "[attempts]\ncounts = \"best\"\n");
    small_class::submit(directory, "ada", "01_scale", harness::student("passes.cu"));
    (void)watch_once(directory);
    put(directory, "ada", breaks(1));
    (void)watch_once(directory);
    CHECK_THAT(given_back(directory, "ada"),
               ContainsSubstring("of submission 1.") && ContainsSubstring("Submission 2 in full"));
    // --all finds all of them.
    const fs::path file = directory.parent_path() / "class-watch-best.json";
    const RunResult all = Grader().run({"--all", directory.string(), "--report", "json:" + file.string()});
    INFO(all.out << all.err);
    CHECK(harness::Report(harness::read(file)).lab("ada", "01_scale").at("verdict") == "pass");
    CHECK(small_class::times_done(directory).size() <= 3); // two checks, and a timing
}

TEST_CASE("the modification time of a file is used only on the first scan", "[class-watch]") {
    const fs::path directory = harness::scratch("class-watch-times");
    const auto set_back = [&](const std::string& student) {
        fs::last_write_time(directory / student / "01_scale/student.cu",
                            fs::file_time_type::clock::now() - std::chrono::hours(48));
    };
    put(directory, "ada", breaks(1));
    set_back("ada");
    (void)watch_once(directory);
    put(directory, "bo", breaks(2));
    set_back("bo");
    (void)watch_once(directory);
    const std::vector<json> list = list_of(directory);
    REQUIRE(list.size() == 2);
    const auto hours_before_seen = [&](const json& line) {
        return (line.at("seen").get<double>() - line.at("at").get<double>()) / 3600;
    };
    CHECK(hours_before_seen(list[0]) > 47);
    CHECK(hours_before_seen(list[1]) < 1);
}

TEST_CASE("a late submission is graded and its report states the penalty", "[class-watch]") {
    const fs::path directory = harness::scratch("class-watch-late");
    harness::write(
        directory / "class.toml",
        "[due]\n01 = 2020-01-01T00:00:00\n[late]\npenalty_percent_per_day = 10\nmax_penalty_percent = 40\n");
    small_class::submit(directory, "ada", "01_scale", harness::student("passes.cu"));
    (void)watch_once(directory);
    CHECK_THAT(given_back(directory, "ada"),
               ContainsSubstring("Score that counts: 42 of 70") && ContainsSubstring("40 % off"));
}

TEST_CASE("pushed submissions are graded and the report is pushed back", "[class-watch][git]") {
    git_samples::need_git();
    const fs::path directory = harness::scratch("class-watch-git");
    fs::create_directories(directory);
    const git_samples::Student ada(directory, "ada");
    (void)ada.submit("01_scale", breaks(1));
    const RunResult ran = watch_once(directory);
    CHECK_THAT(ran.out, ContainsSubstring("ada  01_scale  submission 1: received"));
    (void)ada.git({"fetch", "origin", "reports"});
    CHECK_THAT(ada.git({"show", "FETCH_HEAD:01_scale.txt"}), ContainsSubstring("Submission 1 in full"));
    (void)watch_once(directory);
    CHECK(list_of(directory).size() == 1);
    const fs::path file = directory.parent_path() / "class-watch-git.json";
    const RunResult all = Grader().run({"--all", directory.string(), "--report", "json:" + file.string()});
    INFO(all.out << all.err);
    CHECK(harness::Report(harness::read(file)).lab("ada", "01_scale").at("verdict") == "fail");
    CHECK(small_class::times_done(directory).size() == 1);
}
