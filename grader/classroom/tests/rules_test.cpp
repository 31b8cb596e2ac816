// class.toml: valid values and error messages.

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/errors.h"
#include "classroom/run/rules.h"
#include "testing/harness.h"
#include "time_zone.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using grader::ClassRules;

/// 2026-12-01T23:59:00Z
constexpr double first_of_december = 1796169540;
constexpr double one_hour = 3600;

ClassRules rules_from(const std::string& text) {
    const auto folder = harness::scratch("class-rules");
    harness::write(folder / "class.toml", text);
    return grader::read_class_rules(folder);
}

std::string complaints_about_rules(const std::string& text) {
    try {
        (void)rules_from(text);
    } catch (const grader::UsageError& error) {
        return error.what();
    }
    return "";
}

double due_of_01(const std::string& written) {
    return rules_from("[due]\n01 = " + written + "\n").deadline_of("ada", "01_scale").value();
}

} // namespace

TEST_CASE("without class.toml nothing is due and the last submission counts", "[rules]") {
    const ClassRules rules = grader::read_class_rules(harness::scratch("class-rules-none"));
    CHECK_FALSE(rules.deadline_of("ada", "01_scale"));
    CHECK(rules.attempts.counts == grader::AttemptPolicy::last);
    CHECK_FALSE(rules.attempts.max_per_day);
    CHECK_FALSE(rules.attempts.gpu_seconds_per_day);
}

TEST_CASE("every rule on time and attempts is read", "[rules]") {
    const TimeZone utc("UTC0");
    const ClassRules rules = rules_from("[due]\n"
                                        "01 = 2026-12-01T23:59:00\n"
                                        "02_sum = 2026-12-02T00:59:00+01:00\n"
                                        "[late]\n"
                                        "grace_minutes = 15\n"
                                        "penalty_percent_per_day = 10\n"
                                        "max_penalty_percent = 50.5\n"
                                        "cutoff_days = 7\n"
                                        "[extra_days]\n"
                                        "ada = 2\n"
                                        "\"bo.d\" = 0.5\n"
                                        "\"Zo\xc3\xab \\\"Z\\\"\" = 1\n"
                                        "[attempts]\n"
                                        "counts = \"best\"\n"
                                        "attempts_per_day = 5\n"
                                        "gpu_seconds_per_day = 600\n");
    CHECK(rules.deadline_of("nobody", "01_scale") == first_of_december);
    CHECK(rules.deadline_of("nobody", "02_sum") == first_of_december);
    CHECK_FALSE(rules.deadline_of("nobody", "02_other"));
    CHECK_FALSE(rules.deadline_of("nobody", "03_scale"));
    CHECK(rules.late.grace_s == 900);
    CHECK(rules.late.penalty_percent_per_day == 10);
    CHECK(rules.late.max_penalty_percent == 50.5);
    CHECK(rules.late.cutoff_days == 7);
    CHECK(rules.deadline_of("ada", "01_scale") == first_of_december + 48 * one_hour);
    CHECK(rules.deadline_of("bo.d", "02_sum") == first_of_december + 12 * one_hour);
    CHECK(rules.extra_days_of("Zo\xc3\xab \"Z\"") == 1);
    CHECK(rules.extra_days_of("nobody") == 0);
    CHECK(rules.attempts.counts == grader::AttemptPolicy::best);
    CHECK(rules.attempts.max_per_day == std::size_t{5});
    CHECK(rules.attempts.gpu_seconds_per_day == 600);
}

TEST_CASE("keys missing in the table late take no points off", "[rules]") {
    const ClassRules rules = rules_from("[late]\n[attempts]\ncounts = \"last\"\n");
    CHECK(rules.late.grace_s == 0);
    CHECK(rules.late.penalty_percent_per_day == 0);
    CHECK(rules.late.max_penalty_percent == 100);
    CHECK_FALSE(rules.late.cutoff_days);
    CHECK(rules.attempts.counts == grader::AttemptPolicy::last);
}

TEST_CASE("a time without an offset is that of the machine; one with an offset is the same everywhere",
          "[rules]") {
    for (const auto& [zone, ahead] :
         {std::pair("UTC0", 0), std::pair("JST-9", 9), std::pair("EST5", -5), std::pair(central_europe, 1)}) {
        const TimeZone here(zone);
        INFO(zone);
        CHECK(due_of_01("2026-12-01T23:59:00") == first_of_december - ahead * one_hour);
        CHECK(due_of_01("2026-12-01 23:59:00") == first_of_december - ahead * one_hour);
        CHECK(due_of_01("2026-12-01T23:59:00Z") == first_of_december);
        CHECK(due_of_01("2026-12-02T05:29:00+05:30") == first_of_december);
        CHECK(due_of_01("2026-12-01T15:59:00-08:00") == first_of_december);
    }
}

TEST_CASE("a local deadline in summer uses daylight saving time", "[rules]") {
    const TimeZone here(central_europe);
    CHECK(due_of_01("2026-07-01T12:00:00") == due_of_01("2026-07-01T10:00:00Z"));
    CHECK(due_of_01("2026-01-01T12:00:00") == due_of_01("2026-01-01T11:00:00Z"));
}

TEST_CASE("an ambiguous deadline at a clock change is the later one and a skipped one is rejected",
          "[rules]") {
    const TimeZone here(central_europe);
    CHECK(due_of_01("2026-10-25T02:30:00") == due_of_01("2026-10-25T01:30:00Z"));
    CHECK(due_of_01("2026-10-25T01:59:59") == due_of_01("2026-10-24T23:59:59Z"));
    CHECK_THAT(complaints_about_rules("[due]\n01 = 2026-03-29T02:30:00\n"),
               EndsWith(
                   "class.toml:2: due.01: this time does not exist here: clocks are set forward past it"));
    CHECK(due_of_01("2026-03-29T03:00:00") == due_of_01("2026-03-29T01:00:00Z"));
}

TEST_CASE("a mistake in the rules is named with its line", "[rules]") {
    struct Mistake {
        std::string text;
        std::string complaint;
    };
    const Mistake mistake = GENERATE(values<Mistake>({
        {"[due]\n01 = 2026-12-01\n",
         "class.toml:2: due.01: expected a date with a time, such as 2026-12-01T23:59:00 without quotes, "
         "found a date or time; add the time"},
        {"[due]\n\n01 = \"2026-12-01T23:59:00\"\n",
         "class.toml:3: due.01: expected a date with a time, such as 2026-12-01T23:59:00 without quotes, "
         "found a string"},
        {"[due]\n01 = 23:59:00\n", "class.toml:2: due.01: expected a date with a time"},
        {"[due]\n01 = 2026-02-30T23:59:00\n", "class.toml:2: "},
        {"[due]\n01 = 2026-12-01T24:00:00\n", "class.toml:2: "},
        {"[due]\nlab1 = 2026-12-01T23:59:00\n",
         "class.toml:2: due.lab1: expected a lab: its number, such as 01, or its id, such as 01_occupancy"},
        {"[due]\n1 = 2026-12-01T23:59:00\n", "class.toml:2: due.1: expected a lab"},
        {"[due]\n01 = 2026-12-01T23:59:00\n01_scale = 2026-12-02T23:59:00\n",
         "class.toml:3: due.01_scale: duplicate: the same lab as 01"},
        {"due = 3\n", "class.toml:1: due: expected a table, found an integer"},
        {"[late]\npenalty_percent_per_day = 110\n",
         "class.toml:2: late.penalty_percent_per_day: must be at most 100: it is a percentage of the score"},
        {"[late]\nmax_penalty_percent = 100.5\n",
         "class.toml:2: late.max_penalty_percent: must be at most 100: it is a percentage of the score"},
        {"[late]\npenalty_percent_per_day = -10\n",
         "class.toml:2: late.penalty_percent_per_day: must not be negative"},
        {"[late]\ngrace_minutes = -1\n", "class.toml:2: late.grace_minutes: must not be negative"},
        {"[late]\ngrace_minutes = \"15\"\n",
         "class.toml:2: late.grace_minutes: expected a number, found a string"},
        {"[late]\ncutoff_days = inf\n", "class.toml:2: late.cutoff_days: expected a finite number"},
        {"[late]\ncutoff_days = -7\n", "class.toml:2: late.cutoff_days: must not be negative"},
        {"[late]\ngrace = 15\n", "class.toml:2: late.grace: unknown key; known here: cutoff_days, "
                                 "grace_minutes, max_penalty_percent, penalty_percent_per_day"},
        {"[extra_days]\nada = -2\n", "class.toml:2: extra_days.ada: must not be negative"},
        {"[extra_days]\nada = \"2\"\n", "class.toml:2: extra_days.ada: expected a number, found a string"},
        {"[extra_days]\nbo.d = 2\n",
         "class.toml:2: extra_days.bo: expected a number of days; a name with a dot must be quoted"},
        {"[attempts]\ncounts = \"first\"\n", "class.toml:2: attempts.counts: expected \"last\" or \"best\""},
        {"[attempts]\ncounts = 1\n", "class.toml:2: attempts.counts: expected a string, found an integer"},
        {"[attempts]\nattempts_per_day = 0\n",
         "class.toml:2: attempts.attempts_per_day: must be more than 0"},
        {"[attempts]\nattempts_per_day = 1.5\n",
         "class.toml:2: attempts.attempts_per_day: expected an integer"},
        {"[attempts]\ngpu_seconds_per_day = 0\n",
         "class.toml:2: attempts.gpu_seconds_per_day: must be more than 0"},
        {"[attempts]\na_week = 5\n", "class.toml:2: attempts.a_week: unknown key"},
        {"[extra_day]\nada = 2\n", "class.toml:1: extra_day: unknown key; known here: attempts, due, "},
    }));
    INFO(mistake.text);
    CHECK_THAT(complaints_about_rules(mistake.text), ContainsSubstring(mistake.complaint));
}

TEST_CASE("all mistakes of the rules are named at once", "[rules]") {
    const std::string complaints =
        complaints_about_rules("[due]\n01 = 1\n[late]\ncutoff_days = -1\n[attempts]\ncounts = \"all\"\n");
    CHECK_THAT(complaints, ContainsSubstring("class.toml:2: due.01"));
    CHECK_THAT(complaints, ContainsSubstring("class.toml:4: late.cutoff_days"));
    CHECK_THAT(complaints, ContainsSubstring("class.toml:6: attempts.counts"));
}

TEST_CASE("labs in the due table that the course lacks are reported", "[rules]") {
    const grader::Course course(FIXTURE_COURSE, FIXTURE_MODULES);
    const ClassRules rules = rules_from("[due]\n"
                                        "01 = 2026-12-01T23:59:00\n"
                                        "02_other = 2026-12-01T23:59:00\n"
                                        "11 = 2026-12-01T23:59:00\n");
    CHECK(rules.labs_missing_in(course) == std::vector<std::string>{"02_other", "11"});
    CHECK(rules_from("[due]\n01 = 2026-12-01T23:59:00\n02_sum = 2026-12-01T23:59:00\n")
              .labs_missing_in(course)
              .empty());
}
