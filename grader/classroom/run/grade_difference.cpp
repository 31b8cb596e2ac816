#include "classroom/run/grade_difference.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "base/numbers.h"
#include "base/text.h"
#include "grading/messages/shape.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

/// Tolerance for sums of points, which may have been added in another order.
constexpr double points_tolerance = 1e-6;
/// Limit of the characters of a message in one line.
constexpr std::size_t max_sentence_characters = 160;

bool are_apart(double one, double other) { return !(std::abs(one - other) < points_tolerance); }

const char* status_text(Status status) {
    switch (status) {
        case Status::pass: return "pass";
        case Status::fail: return "fail";
        case Status::too_close: return "too close to call";
        case Status::waits: return "waits";
        case Status::not_measured: return "not measured";
    }
    return "";
}

/// Replaces each number in @p text by one placeholder.
std::string without_numbers(std::string_view text) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    std::string kept;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool goes_on = !kept.empty() && kept.back() == '#';
        const bool parts_digits =
            (text[i] == '.' || text[i] == ',') && i + 1 < text.size() && is_digit(text[i + 1]);
        if (goes_on && (is_digit(text[i]) || parts_digits)) continue;
        kept += is_digit(text[i]) ? '#' : text[i];
    }
    return kept;
}

/// Returns the part of a message that does not depend on the drawn inputs: the fields, or of a text from
/// another program, its words without numbers.
std::string fact_of(const Message& message) {
    return shape_of(message, {"counter", "finding", "name", "case", "buffer", "kernel", "library", "line",
                              "place", "signal_name", "import"}) +
           without_numbers(shape_of(message, {"text", "error"}));
}

std::string first_sentence(const Message& message) {
    const std::string text = sentence(message);
    const std::size_t end = std::min(text.find(". "), text.find('\n'));
    return printable(text.substr(0, end), max_sentence_characters);
}

/// Formats two different numbers of points with enough digits to differ.
std::pair<std::string, std::string> points_apart(double then, double now) {
    std::pair<std::string, std::string> texts{format_points(then), format_points(now)};
    if (texts.first == texts.second) texts = {fmt::format("{:.3f}", then), fmt::format("{:.3f}", now)};
    return texts;
}

/// Formats the points of both steps; empty if they are equal.
std::string points_text(const Step& then, const Step& now) {
    if (are_apart(then.max_points, now.max_points))
        return fmt::format(", {} of {} → {} of {}", format_points(then.points),
                           format_points(then.max_points), format_points(now.points),
                           format_points(now.max_points));
    if (!are_apart(then.points, now.points)) return {};
    const auto [before, after] = points_apart(then.points, now.points);
    return fmt::format(", {} → {} of {}", before, after, format_points(now.max_points));
}

bool both_passed_or_equal(Status one, Status other) {
    const auto passed = [](Status status) { return status == Status::pass || status == Status::too_close; };
    return one == other || (passed(one) && passed(other));
}

bool has_same_thresholds(const Speedup& one, const Speedup& other) {
    return !are_apart(one.threshold, other.threshold) && !are_apart(one.full, other.full) &&
           !are_apart(one.known, other.known);
}

/// Returns the message of the worse of two steps in parentheses: a passed step has nothing to explain.
std::string explanation_in(const Step& then, const Step& now) {
    for (const Status worse : {Status::fail, Status::not_measured})
        for (const Step* step : {&now, &then})
            if (step->status == worse && !step->message.empty())
                return fmt::format(" ({})", first_sentence(step->message));
    return {};
}

/// Compares two grades step by step.
class GradeDifferenceFinder {
public:
    GradeDifferenceFinder(const LabGrade& then, const LabGrade& now) : then_(then), now_(now) {}

    GradeDifference all() {
        for (const std::string& name : step_names) compare_step(name);
        const bool told = !found_.why.empty();
        const bool noticed = then_.verdict != now_.verdict || are_apart(then_.max_score, now_.max_score) ||
                             std::abs(then_.score - now_.score) > found_.measured + points_tolerance;
        if (told || noticed) found_.kind = DifferenceKind::changed;
        if (found_.kind == DifferenceKind::changed && !speed_.empty()) found_.why.push_back(speed_);
        return std::move(found_);
    }

private:
    void compare_step(const std::string& name) {
        const Step* then = then_.find(name);
        const Step* now = now_.find(name);
        if (then == nullptr && now == nullptr) return;
        if (then == nullptr || now == nullptr)
            compare_with_none(then == nullptr ? *now : *then, then == nullptr);
        else if (is_measured_again(*then, *now) && both_passed_or_equal(then->status, now->status))
            note_measured(*then, *now);
        else if (then->status != now->status)
            compare_status(*then, *now);
        else if (then->status != Status::waits && then->status != Status::not_measured)
            compare_points(*then, *now);
    }

    /// Reports whether both were timed or both were modelled, with the same thresholds: then the lab did not
    /// cause the difference.
    [[nodiscard]] bool is_measured_again(const Step& then, const Step& now) const {
        return now.name == "fast" && !are_apart(then.max_points, now.max_points) && then_.speedup &&
               now_.speedup && then_.speedup->modelled == now_.speedup->modelled &&
               has_same_thresholds(*then_.speedup, *now_.speedup);
    }

    /// Describes how both speeds were found; only if is_measured_again().
    [[nodiscard]] const char* how_speed_was_found() const {
        return now_.speedup->modelled.empty() ? ", as measured" : ", as modelled";
    }

    void note_measured(const Step& then, const Step& now) {
        const std::string points = points_text(then, now);
        if (points.empty() && then.status == now.status) return;
        found_.kind = DifferenceKind::measured;
        found_.measured = std::abs(then.points - now.points);
        const std::string status =
            then.status == now.status
                ? status_text(now.status)
                : fmt::format("{} → {}", status_text(then.status), status_text(now.status));
        speed_ = fmt::format("{}: {}{}{}", now.name, status, points, how_speed_was_found());
    }

    void compare_with_none(const Step& step, bool is_new) {
        if (step.status == Status::waits) return;
        found_.why.push_back(fmt::format("{}: {} {}{}", step.name, is_new ? "new step," : "removed step, was",
                                         status_text(step.status), explanation_in(step, step)));
    }

    void compare_status(const Step& then, const Step& now) {
        // Skip it: the step that it waits for has its own line.
        if (now.status == Status::waits || (then.status == Status::waits && now.status != Status::fail))
            return;
        const std::string points = then.status == Status::waits ? "" : points_text(then, now);
        tell(now.name,
             fmt::format("{} → {}{}{}", status_text(then.status), status_text(now.status), points,
                         is_measured_again(then, now) ? how_speed_was_found() : ""),
             then, now);
    }

    void compare_points(const Step& then, const Step& now) {
        const std::string points = points_text(then, now);
        if (points.empty()) return compare_sentences(then, now);
        tell(now.name, status_text(now.status) + points, then, now);
    }

    void compare_sentences(const Step& then, const Step& now) {
        if (now.status != Status::fail) return;
        if (fact_of(then.message) != fact_of(now.message))
            found_.why.push_back(fmt::format("{}: fail, now \"{}\", then \"{}\"", now.name,
                                             first_sentence(now.message), first_sentence(then.message)));
    }

    void tell(const std::string& name, const std::string& what, const Step& then, const Step& now) {
        found_.why.push_back(fmt::format("{}: {}{}", name, what, explanation_in(then, now)));
        if (name != "fast" || !then_.speedup || !now_.speedup ||
            has_same_thresholds(*then_.speedup, *now_.speedup))
            return;
        found_.why.push_back(
            fmt::format("fast: the thresholds were {} to pass and {} for full points, and are now {} and {}",
                        format_speedup(then_.speedup->threshold), format_speedup(then_.speedup->full),
                        format_speedup(now_.speedup->threshold), format_speedup(now_.speedup->full)));
    }

    const LabGrade& then_;
    const LabGrade& now_;
    GradeDifference found_;
    std::string speed_; ///< the line for a change by measuring again alone; empty: no change
};

} // namespace

GradeDifference difference_between(const LabGrade& then, const LabGrade& now) {
    return GradeDifferenceFinder(then, now).all();
}

} // namespace grader
