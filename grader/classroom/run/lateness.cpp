#include "classroom/run/lateness.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/core.h>

namespace grader {
namespace {

constexpr std::int64_t minute_s = 60;
constexpr std::int64_t hour_s = 60 * minute_s;
constexpr std::int64_t day_s = 24 * hour_s;

/// Formats `1 day 2 h`, `12 min`, `1 day 1 s`: the two largest units that are not 0.
std::string duration_in_words(double seconds) {
    auto left = std::max<std::int64_t>(1, static_cast<std::int64_t>(seconds));
    std::string words;
    int units = 0;
    for (const auto& [length, name] : {std::pair(day_s, "day"), std::pair(hour_s, "h"),
                                       std::pair(minute_s, "min"), std::pair(std::int64_t{1}, "s")}) {
        const std::int64_t count = left / length;
        left %= length;
        if (count == 0 || ++units > 2) continue;
        words += fmt::format("{}{} {}{}", words.empty() ? "" : " ", count, name,
                             length == day_s && count > 1 ? "s" : "");
    }
    return words;
}

std::string number_of_days(double days, std::string_view noun) {
    return fmt::format("{:g} {}{}", days, noun, days == 1 ? "" : "s");
}

} // namespace

Lateness lateness_of(const ClassRules& rules, const std::string& student, const std::string& lab,
                     double handed_in) {
    const std::optional<double> due = rules.deadline_of(student, lab);
    if (!due) return {};
    const double late_s = std::floor(handed_in) - *due;
    if (late_s <= std::max(0.0, rules.late.grace_s)) return {};
    const double days_begun = std::ceil(late_s / seconds_per_day);
    const bool too_late = rules.late.cutoff_days && late_s > *rules.late.cutoff_days * seconds_per_day;
    const double off =
        std::min(rules.late.penalty_percent_per_day * days_begun, rules.late.max_penalty_percent);
    Lateness lateness{late_s, too_late ? 0 : 100 - off, duration_in_words(late_s) + " late"};
    if (const double extra = rules.extra_days_of(student); extra > 0)
        lateness.note += ", with " + number_of_days(extra, "extra day");
    if (too_late)
        lateness.note += *rules.late.cutoff_days > 0
                             ? ": counts nothing after " + number_of_days(*rules.late.cutoff_days, "day")
                             : std::string(": counts nothing");
    else
        lateness.note += off > 0 ? fmt::format(": {:g} % off", off) : std::string(": nothing off");
    return lateness;
}

} // namespace grader
