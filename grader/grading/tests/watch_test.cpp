// `grader watch` as a user at a terminal sees it, with an editor open in parallel.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/history/progress.h"
#include "grading/messages/builds.h"
#include "grading/messages/results.h"
#include "grading/messages/runs.h"
#include "grading/sentences/sentence.h"
#include "grading/terminal/save_debouncer.h"
#include "testing/driven_terminal.h"
#include "testing/simulated.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::Progress;
using grader::sentence;
using harness::DrivenTerminal;
using harness::Keyboard;
using harness::same_settings;

const std::string grading_01 = "01_scale: runs and correct";
const std::string keys_01 = "01_scale   h hint";

/// Returns the arguments of `grader` that watch the course at @p course.
std::vector<std::string> command(const fs::path& course, const std::string& lab = {}) {
    std::vector<std::string> argv = {GRADER_BINARY, "watch"};
    if (!lab.empty()) argv.push_back(lab);
    argv.insert(argv.end(), {"--backend", "host", "--isolation", "process", "--course", course.string(),
                             "--modules", FIXTURE_MODULES});
    return argv;
}

/// Returns the sentence of `correct` about wrong_answer.cu.
std::string three_wrong() {
    const grader::Message at(grader::messages::on_case, {{"case", "one"}, {"sizes", "n 1"}});
    return sentence({grader::messages::cases_are_wrong, {{"wrong", 3}, {"cases", 4}, {"at", at}}});
}

fs::path source_of(const fs::path& course, const std::string& lab = "01_scale") {
    return course / "labs" / lab / "student.cu";
}

/// Saves like most editors: writes under another name, then renames.
void save_by_rename(const fs::path& file, const std::string& text) {
    const fs::path draft = file.string() + ".new";
    harness::write(draft, text);
    fs::rename(draft, file);
}

std::size_t grades_of(const fs::path& course, const std::string& lab = "01_scale") {
    return Progress(course).record_of(lab).grades.size();
}

bool cursor_is_shown(const std::string& output) {
    const std::size_t hidden = output.rfind("\x1b[?25l");
    const std::size_t shown = output.rfind("\x1b[?25h");
    return hidden == std::string::npos || (shown != std::string::npos && shown > hidden);
}

/// Waits for the quiet period after which a file counts as saved, and then until the program has answered a
/// key: by then it has reacted to the file.
void pass_quiet_time(DrivenTerminal& terminal) {
    std::this_thread::sleep_for(grader::SaveDebouncer::quiet_period);
    terminal.type("h");
    REQUIRE(terminal.shows("01_scale was not graded yet"));
    REQUIRE(terminal.shows(keys_01));
}

} // namespace

TEST_CASE("a watch session grades saves and shows a hint and moves on to the next lab",
          "[watch][timed][slow]") {
    const fs::path course = harness::copy_of_course("watch-sitting");
    DrivenTerminal terminal(command(course), course);
    REQUIRE(terminal.shows("labs/01_scale/README.md says what to do; not begun."));
    REQUIRE(terminal.shows(keys_01));
    CHECK_FALSE(same_settings(terminal.settings(), terminal.settings_before()));

    harness::write(source_of(course), harness::read(harness::student("wrong_answer.cu")));
    REQUIRE(terminal.shows("the first grade of this lab"));
    REQUIRE(terminal.shows("correct: " + three_wrong()));
    REQUIRE(terminal.shows(keys_01));
    terminal.type("h");
    REQUIRE(terminal.shows("hint 1 of 2"));
    REQUIRE(terminal.shows("What becomes of 0?"));
    REQUIRE(terminal.shows(keys_01));

    save_by_rename(source_of(course), harness::read(course / "solutions/01_scale/student.cu"));
    REQUIRE(terminal.shows("correct 1 → 4 of 4; passed, before it failed at correct; score 0 → "));
    REQUIRE(terminal.shows("01_scale is passed: next lab"));
    REQUIRE(terminal.shows("02_sum   h hint"));

    // A lab that is passed can still be made better.
    save_by_rename(source_of(course), harness::read(course / "solutions/01_scale/student.cu") + "// again\n");
    REQUIRE(terminal.shows(grading_01));
    REQUIRE(terminal.shows("✔ fast"));
    REQUIRE(terminal.shows(keys_01));

    terminal.type("q");
    CHECK(terminal.wait() == 0);
    CHECK(same_settings(terminal.settings(), terminal.settings_before()));
    CHECK(cursor_is_shown(terminal.output()));
    CHECK(terminal.processes().empty());
    CHECK(grades_of(course) == 3);
    CHECK(grades_of(course, "02_sum") == 0);
}

TEST_CASE("watch ends at any moment and restores the terminal", "[watch]") {
    struct Way {
        std::string key;
        int signal;
        int status;
    };
    const Way way = GENERATE(Way{"q", 0, 0}, Way{"\x03", 0, 0}, Way{"", SIGINT, 0},
                             Way{"", SIGTERM, -SIGTERM}, Way{"", SIGHUP, -SIGHUP});
    const bool grading = GENERATE(false, true);
    CAPTURE(way.key, way.signal, grading);
    const fs::path course = harness::copy_of_course("watch-left");
    DrivenTerminal terminal(command(course, "01"), course);
    REQUIRE(terminal.shows(keys_01));
    if (grading) {
        harness::write(source_of(course), harness::read(harness::student("hang.cu")));
        REQUIRE(terminal.shows(grading_01));
    }
    if (way.signal != 0)
        terminal.send(way.signal);
    else
        terminal.type(way.key);
    CHECK(terminal.wait() == way.status);
    CHECK(same_settings(terminal.settings(), terminal.settings_before()));
    CHECK(cursor_is_shown(terminal.output()));
    CHECK(terminal.processes().empty());
    CHECK(grades_of(course) == 0); // a stopped grade is not recorded
}

TEST_CASE("a save during a grade stops it, and the newest file is graded", "[watch][timed]") {
    const fs::path course = harness::copy_of_course("watch-newest");
    DrivenTerminal terminal(command(course, "01"), course);
    REQUIRE(terminal.shows(keys_01));
    harness::write(source_of(course), harness::read(harness::student("hang.cu")));
    REQUIRE(terminal.shows(grading_01));
    const std::string text = harness::read(harness::student("wrong_answer.cu"));
    {
        std::ofstream out(source_of(course), std::ios::binary | std::ios::trunc);
        out << text.substr(0, text.size() / 2) << std::flush;
        // The running grade is stopped: its file has been removed, and the new one does not exist yet.
        while (terminal.processes().size() != 1) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        out << text.substr(text.size() / 2);
    }
    REQUIRE(terminal.shows("correct: " + three_wrong()));
    const std::string timed_out = sentence({grader::messages::timed_out, {{"seconds", 4}}});
    CHECK(terminal.output().find(timed_out) == std::string::npos);
    CHECK(grades_of(course) == 1);
}

TEST_CASE("a file that is half written is not graded", "[watch]") {
    const fs::path course = harness::copy_of_course("watch-half");
    DrivenTerminal terminal(command(course, "01"), course);
    REQUIRE(terminal.shows(keys_01));
    const std::string text = harness::read(harness::student("wrong_answer.cu"));
    {
        std::ofstream out(source_of(course), std::ios::binary | std::ios::trunc);
        out << text.substr(0, text.size() / 2) << std::flush;
        pass_quiet_time(terminal);
        CHECK_FALSE(terminal.has_shown("01_scale: "));
        out << text.substr(text.size() / 2);
    }
    REQUIRE(terminal.shows("correct: " + three_wrong()));
    CHECK(grades_of(course) == 1);
}

TEST_CASE("watch without a named lab grades the lab that was saved", "[watch][timed]") {
    const fs::path course = harness::copy_of_course("watch-any");
    DrivenTerminal any(command(course), course);
    REQUIRE(any.shows(keys_01));
    harness::write(source_of(course, "02_sum"), "not a program\n");
    REQUIRE(any.shows("02_sum: the first grade of this lab"));
    REQUIRE(any.shows("02_sum   h hint"));
    any.type("q");
    CHECK(any.wait() == 0);

    // If a lab was named, the session stays with it until the user moves on.
    DrivenTerminal one(command(course, "01"), course);
    REQUIRE(one.shows(keys_01));
    harness::write(source_of(course, "02_sum"), "still not a program\n");
    pass_quiet_time(one);
    CHECK_FALSE(one.has_shown("02_sum"));
    one.type("n");
    REQUIRE(one.shows("labs/02_sum/README.md says what to do"));
    REQUIRE(one.shows("02_sum   h hint"));
    one.type("n");
    REQUIRE(one.shows("That is the last lab."));
    harness::write(source_of(course, "02_sum"), "still not a program.\n");
    REQUIRE(one.shows("02_sum: no measured change"));
}

TEST_CASE("watch begins with the lab that the student has started", "[watch]") {
    const fs::path course = harness::copy_of_course("watch-begins");
    harness::write(source_of(course, "02_sum"),
                   harness::read(course / "solutions/02_sum/student.cu") + "\nnot a program\n");
    DrivenTerminal terminal(command(course), course);
    REQUIRE(terminal.shows("labs/02_sum/README.md says what to do"));
    REQUIRE(terminal.shows("02_sum: the first grade of this lab")); // begun, so it is graded at once
    REQUIRE(terminal.shows(sentence(grader::messages::does_not_compile)));
    REQUIRE(terminal.shows("02_sum   h hint"));
    terminal.type(" ");
    REQUIRE(terminal.shows("02_sum: no measured change"));
    terminal.type("q");
    CHECK(terminal.wait() == 0);
    CHECK(grades_of(course, "02_sum") == 2);
}

TEST_CASE("a pager gets long texts and the original terminal settings", "[watch]") {
    const fs::path course = harness::copy_of_course("watch-pager");
    const std::string settings = (course / "settings").string();
    DrivenTerminal terminal(command(course, "01"), course,
                            {{"PAGER", "stty -a <&1 >'" + settings + "'; cat; echo the end of the pages"}});
    REQUIRE(terminal.shows(keys_01));
    terminal.type("r");
    REQUIRE(terminal.shows("No report yet"));
    harness::write(source_of(course), harness::read(harness::student("wrong_answer.cu")));
    REQUIRE(terminal.shows("correct: " + three_wrong()));
    REQUIRE(terminal.shows(keys_01));
    terminal.type("r");
    REQUIRE(terminal.shows("Replay it:"));
    REQUIRE(terminal.shows("the end of the pages"));
    REQUIRE(terminal.shows(keys_01));
    CHECK_THAT(harness::read(settings), ContainsSubstring("icanon") && !ContainsSubstring("-icanon") &&
                                            !ContainsSubstring("-isig") && !ContainsSubstring("-echo "));
    CHECK_FALSE(same_settings(terminal.settings(), terminal.settings_before()));
    terminal.type("e"); // this lab has no counters, so there is no page
    REQUIRE(terminal.shows("01_scale has no sizes to count at"));
    REQUIRE(terminal.shows(keys_01));
    terminal.type("q");
    CHECK(terminal.wait() == 0);
    CHECK(same_settings(terminal.settings(), terminal.settings_before()));
    CHECK(terminal.processes().empty());
}

TEST_CASE("the cost of each line is also shown in the pager", "[watch][slow]") {
    const fs::path course = simulated::instrumented_course("watch-explain");
    nlohmann::json counted = simulated::nothing();
    counted["launches"].push_back(simulated::launch("scale_all", 32, 128, 0.75));
    harness::write(source_of(course), simulated::solution(simulated::nothing().dump(), counted.dump()));
    DrivenTerminal terminal(command(course, "01"), course, {{"PAGER", "cat; echo the end of the pages"}});
    REQUIRE(terminal.shows("✘ technique"));
    REQUIRE(terminal.shows(keys_01));
    terminal.type("e");
    REQUIRE(terminal.shows("What costs most:"));
    REQUIRE(terminal.shows("the end of the pages"));
    REQUIRE(terminal.shows(keys_01));
}

TEST_CASE("without a pager the text is printed, and a signal ends both", "[watch]") {
    const fs::path course = harness::copy_of_course("watch-no-pager");
    harness::write(source_of(course), "not a program\n");
    SECTION("none") {
        DrivenTerminal terminal(command(course, "01"), course, {{"PAGER", "/no/such/pager"}});
        REQUIRE(terminal.shows(sentence(grader::messages::does_not_compile)));
        REQUIRE(terminal.shows(keys_01));
        terminal.type("r");
        REQUIRE(terminal.shows("Score 0 / 70"));
        REQUIRE(terminal.shows(keys_01));
    }
    SECTION("ended") {
        DrivenTerminal terminal(command(course, "01"), course, {{"PAGER", "echo here; exec sleep 1000"}});
        REQUIRE(terminal.shows(sentence(grader::messages::does_not_compile)));
        REQUIRE(terminal.shows(keys_01));
        terminal.type("r");
        REQUIRE(terminal.shows("here"));
        terminal.send(SIGTERM);
        CHECK(terminal.wait() == -SIGTERM);
        CHECK(same_settings(terminal.settings(), terminal.settings_before()));
        CHECK(terminal.processes().empty());
    }
}

TEST_CASE("without a keyboard each save is graded all the same", "[watch]") {
    const fs::path course = harness::copy_of_course("watch-plain");
    DrivenTerminal terminal(command(course, "01"), course, {}, Keyboard::none);
    REQUIRE(terminal.shows("Ctrl-C ends it"));
    harness::write(source_of(course), harness::read(harness::student("wrong_answer.cu")));
    REQUIRE(terminal.shows("01_scale: the first grade of this lab"));
    REQUIRE(terminal.shows("correct: " + three_wrong()));
    fs::remove(source_of(course));
    REQUIRE(terminal.shows("labs/01_scale/student.cu was removed"));
    harness::write(source_of(course), harness::read(harness::student("compile_error.cu")));
    REQUIRE(terminal.shows("01_scale: fails at builds, before at correct"));
    terminal.send(SIGINT);
    CHECK(terminal.wait() == 0);
    CHECK(terminal.output().find('\x1b') == std::string::npos);
    CHECK(terminal.processes().empty());
}

TEST_CASE("an idle watch sleeps without waking up", "[watch][slow]") {
    const Keyboard keyboard = GENERATE(Keyboard::terminal, Keyboard::none);
    const fs::path course = harness::copy_of_course("watch-idle");
    DrivenTerminal terminal(command(course, "01"), course, {}, keyboard);
    REQUIRE(terminal.shows("not begun."));
    harness::write(source_of(course), harness::read(harness::student("compile_error.cu")));
    REQUIRE(terminal.shows(sentence(grader::messages::does_not_compile)));
    if (keyboard == Keyboard::terminal) REQUIRE(terminal.shows(keys_01));
    // It sleeps without a timeout: a program that wakes up repeatedly never lets this loop end.
    long before = -1;
    while (terminal.sleeps() != before) {
        before = terminal.sleeps();
        std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    CHECK(before > 0);
    CHECK(terminal.processes().size() == 1);
}

TEST_CASE("watch ignores keys without a function", "[watch]") {
    const fs::path course = harness::copy_of_course("watch-keys");
    DrivenTerminal terminal(command(course, "01"), course);
    REQUIRE(terminal.shows(keys_01));
    // An arrow, a function key and Alt-q, each written at once like a keyboard does.
    for (const char* key : {"\x1b[A", "\x1b[15~", "\x1bq", "x", "\x1a"}) terminal.press(key);
    terminal.type("h");
    REQUIRE(terminal.shows("01_scale was not graded yet"));
    REQUIRE(terminal.shows(keys_01));
    terminal.type("q");
    CHECK(terminal.wait() == 0);
}
