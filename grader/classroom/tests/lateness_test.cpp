// Lateness of a submission, to the second, and the resulting penalty.

#include <catch2/catch_test_macros.hpp>

#include "classroom/run/lateness.h"
#include "time_zone.h"

namespace {

using grader::ClassRules;
using grader::Lateness;

constexpr double due = 1796169540;
constexpr double minute = 60;
constexpr double hour = 60 * minute;
constexpr double day = 24 * hour;

/// 10 % per day, at most 50 %, for one week, with 15 minutes of grace.
ClassRules usual_rules() {
    ClassRules rules;
    rules.due["01"] = due;
    rules.late = {15 * minute, 10, 50, 7};
    rules.extra_days["ada"] = 2;
    rules.extra_days["cy"] = 1;
    return rules;
}

Lateness after(const ClassRules& rules, double seconds, const std::string& student = "bo") {
    return grader::lateness_of(rules, student, "01_scale", due + seconds);
}

} // namespace

TEST_CASE("the second of the deadline is in time, and the next one is late", "[lateness]") {
    ClassRules rules = usual_rules();
    rules.late.grace_s = 0;
    for (const double timing : {-1e9, -1.0, 0.0, 0.999}) {
        INFO(timing);
        CHECK(after(rules, timing).left == 100);
        CHECK(after(rules, timing).late_s == 0);
        CHECK(after(rules, timing).note.empty());
    }
    CHECK(after(rules, 1).left == 90);
    CHECK(after(rules, 1).late_s == 1);
    CHECK(after(rules, 1).note == "1 s late: 10 % off");
}

TEST_CASE("a submission within the grace period is on time and later days count from the deadline",
          "[lateness]") {
    const ClassRules rules = usual_rules();
    CHECK(after(rules, 1).note.empty());
    CHECK(after(rules, 15 * minute).left == 100);
    CHECK(after(rules, 15 * minute).note.empty());
    CHECK(after(rules, 15 * minute + 1).left == 90);
    CHECK(after(rules, 15 * minute + 1).note == "15 min 1 s late: 10 % off");
    CHECK(after(rules, day).left == 90);
    CHECK(after(rules, day + 1).left == 80);
}

TEST_CASE("each day begun takes its share off: exactly 24 hours are one day", "[lateness]") {
    const ClassRules rules = usual_rules();
    CHECK(after(rules, day - 1).note == "23 h 59 min late: 10 % off");
    CHECK(after(rules, day).note == "1 day late: 10 % off");
    CHECK(after(rules, day + 1).note == "1 day 1 s late: 20 % off");
    CHECK(after(rules, day + 2 * hour + 59 * minute).note == "1 day 2 h late: 20 % off");
    CHECK(after(rules, 2 * day).note == "2 days late: 20 % off");
    CHECK(after(rules, 2 * day).of(70) == 56);
    CHECK(after(rules, 3 * day).left == 70);
}

TEST_CASE("the late penalty is capped until the cutoff after which nothing counts", "[lateness]") {
    const ClassRules rules = usual_rules();
    CHECK(after(rules, 5 * day).left == 50);
    CHECK(after(rules, 5 * day + 1).left == 50);
    CHECK(after(rules, 7 * day).left == 50);
    CHECK(after(rules, 7 * day).note == "7 days late: 50 % off");
    CHECK(after(rules, 7 * day + 1).left == 0);
    CHECK(after(rules, 7 * day + 1).note == "7 days 1 s late: counts nothing after 7 days");
    CHECK(after(rules, 7 * day + 1).of(70) == 0);
}

TEST_CASE("the late penalty without a cutoff stays at its maximum and never exceeds 100 %", "[lateness]") {
    ClassRules rules = usual_rules();
    rules.late.cutoff_days.reset();
    CHECK(after(rules, 1000 * day).left == 50);
    rules.late.max_penalty_percent = 100;
    CHECK(after(rules, 9 * day).left == 10);
    CHECK(after(rules, 1000 * day).left == 0);
    CHECK(after(rules, 1000 * day).note == "1000 days late: 100 % off");
}

TEST_CASE("the grace period applies even if no late submission counts", "[lateness]") {
    ClassRules rules = usual_rules();
    rules.late.cutoff_days = 0;
    CHECK(after(rules, 15 * minute).left == 100);
    CHECK(after(rules, 15 * minute + 1).left == 0);
    CHECK(after(rules, hour).note == "1 h late: counts nothing");
}

TEST_CASE("a deadline without late rules takes no points off but notes the delay", "[lateness]") {
    ClassRules rules;
    rules.due["01_scale"] = due;
    CHECK(after(rules, 0).note.empty());
    CHECK(after(rules, 12 * minute).left == 100);
    CHECK(after(rules, 12 * minute).note == "12 min late: nothing off");
    CHECK(grader::lateness_of(rules, "bo", "02_sum", due + 100 * day).note.empty());
}

TEST_CASE("extra days move deadline, grace and the last day, for one student", "[lateness]") {
    const ClassRules rules = usual_rules();
    CHECK(after(rules, 2 * day + 15 * minute, "ada").left == 100);
    CHECK(after(rules, 2 * day + 15 * minute, "ada").note.empty());
    CHECK(after(rules, 2 * day + hour, "ada").left == 90);
    CHECK(after(rules, 2 * day + hour, "ada").note == "1 h late, with 2 extra days: 10 % off");
    CHECK(after(rules, 2 * day + hour, "cy").note == "1 day 1 h late, with 1 extra day: 20 % off");
    CHECK(after(rules, 9 * day, "ada").left == 50);
    CHECK(after(rules, 9 * day + 1, "ada").left == 0);
    CHECK(after(rules, 2 * day + hour).left == 70);
}

TEST_CASE("a day is 24 hours also on the night when clocks are set back", "[lateness]") {
    const TimeZone here(central_europe);
    ClassRules rules = usual_rules();
    rules.due["01"] = 1792879140;                  // 2026-10-24T23:59:00 local time, in summer time
    const double next_evening = 1792965540 + hour; // 23:59 local time of the next day, 25 hours later
    CHECK(grader::lateness_of(rules, "bo", "01_scale", next_evening).left == 80);
    CHECK(grader::lateness_of(rules, "bo", "01_scale", next_evening - hour).left == 90);
}
