#include "classroom/bundle/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/numbers.h"
#include "grading/grade/grade_json.h"
#include "grading/report/grade/json.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

using nlohmann::json;

/// Tolerance for sums of points, which may have been added in another order.
constexpr double rounding = 1e-6;
/// Maximum number of counters that are listed one by one.
constexpr std::size_t max_counters_listed = 20;

bool same_points(double one, double other) { return std::abs(one - other) < rounding; }

std::string points_text(double points, double of) {
    return of > 0 ? fmt::format(" {} / {}", format_points(points), format_points(of)) : std::string();
}

std::string text_of(const Step* step) {
    if (step == nullptr) return {};
    return to_string(step->status) + points_text(step->points, step->max_points);
}

bool counts_as_passed(Status status) { return status == Status::pass || status == Status::too_close; }

std::string text_of(const Speedup& speedup) {
    return fmt::format("{} ({} to {}){}", format_speedup(speedup.ratio), format_speedup(speedup.low),
                       format_speedup(speedup.high),
                       speedup.modelled.empty() ? "" : ", modelled for " + speedup.modelled);
}

/// Compares the two grades, and holds the rows found so far.
class GradeComparer {
public:
    GradeComparer(const json& then, const json& now, bool same_clock)
        : then_json_(then), now_json_(now), then_(grade_from_json(then)), now_(grade_from_json(now)),
          same_clock_(same_clock) {}

    GradeComparison all() {
        for (const std::string& name : step_names)
            if (then_.find(name) != nullptr || now_.find(name) != nullptr) step(name);
        speedup();
        const Agreement steps = outcome();
        counters();
        // Verdict and score follow from the steps, so whether they are compared depends on the timed step.
        result_.rows.insert(result_.rows.begin(), {verdict(steps), score(steps)});
        result_.outcome = outcome();
        return std::move(result_);
    }

private:
    [[nodiscard]] Agreement outcome() const {
        const auto is = [](Agreement agreement) {
            return [agreement](const ComparisonRow& row) { return row.agreement == agreement; };
        };
        const auto& rows = result_.rows;
        if (std::any_of(rows.begin(), rows.end(), is(Agreement::differs))) return Agreement::differs;
        return std::any_of(rows.begin(), rows.end(), is(Agreement::not_compared)) ? Agreement::not_compared
                                                                                  : Agreement::same;
    }

    [[nodiscard]] ComparisonRow verdict(Agreement steps) const {
        const bool same = then_.verdict == now_.verdict;
        return {"verdict", to_string(then_.verdict), to_string(now_.verdict),
                same                               ? Agreement::same
                : steps == Agreement::not_compared ? Agreement::not_compared
                                                   : Agreement::differs};
    }

    [[nodiscard]] ComparisonRow score(Agreement steps) const {
        const auto text = [](const LabGrade& grade) {
            return fmt::format("{} / {}", format_points(grade.score), format_points(grade.max_score));
        };
        const bool same =
            same_points(then_.score, now_.score) && same_points(then_.max_score, now_.max_score);
        return {"score", text(then_), text(now_), same ? Agreement::same : steps};
    }

    void step(const std::string& name) {
        const Step* then = then_.find(name);
        const Step* now = now_.find(name);
        ComparisonRow row{name, text_of(then), text_of(now)};
        if (then == nullptr || now == nullptr)
            row.agreement = Agreement::differs;
        else
            row.agreement = name == "fast" ? timed(*then, *now, row.notes) : untimed(*then, *now);
        if (row.agreement == Agreement::differs && then != nullptr && now != nullptr &&
            then->message != now->message) {
            row.notes.push_back("then: " + sentence(then->message));
            row.notes.push_back("now:  " + sentence(now->message));
        }
        result_.rows.push_back(std::move(row));
    }

    [[nodiscard]] static Agreement untimed(const Step& then, const Step& now) {
        const bool same = then.status == now.status && same_points(then.points, now.points) &&
                          same_points(then.max_points, now.max_points) && then.message == now.message;
        return same ? Agreement::same : Agreement::differs;
    }

    [[nodiscard]] Agreement timed(const Step& then, const Step& now, std::vector<std::string>& notes) const {
        const bool measured = then_.speedup && now_.speedup;
        // Neither grade was timed, because an earlier step failed or there was no timing.
        if (!then_.speedup && !now_.speedup && then.status == now.status) return Agreement::same;
        // A model is deterministic: one program has one time, whether a verdict follows from it or not.
        if (modelled_alike() && then.status == now.status) return times();
        const auto unmeasured = [](const Step& step) { return step.status == Status::not_measured; };
        if (unmeasured(then) || unmeasured(now)) {
            notes.emplace_back(unmeasured(now) ? "now:  " + sentence(now.message)
                                               : "then: " + sentence(then.message));
            return Agreement::not_compared;
        }
        if (measured && !same_clock_) {
            notes.emplace_back(
                "Times measured on different devices, or graded by different thresholds, are not compared.");
            return Agreement::not_compared;
        }
        return times() == Agreement::same && counts_as_passed(then.status) == counts_as_passed(now.status)
                   ? Agreement::same
                   : Agreement::differs;
    }

    /// Reports whether both speedups were modelled for the same GPU.
    [[nodiscard]] bool modelled_alike() const {
        return then_.speedup && now_.speedup && !then_.speedup->modelled.empty() &&
               then_.speedup->modelled == now_.speedup->modelled;
    }

    /// Compares the times, whatever the verdicts on them are.
    [[nodiscard]] Agreement times() const {
        if (!then_.speedup || !now_.speedup || !same_clock_) return Agreement::not_compared;
        if (then_.speedup->modelled != now_.speedup->modelled) return Agreement::not_compared;
        const bool overlap =
            then_.speedup->low <= now_.speedup->high && now_.speedup->low <= then_.speedup->high;
        return overlap ? Agreement::same : Agreement::differs;
    }

    void speedup() {
        if (!then_.speedup && !now_.speedup) return;
        const auto text = [](const LabGrade& grade) {
            return grade.speedup ? text_of(*grade.speedup) : std::string("none");
        };
        result_.rows.push_back({"speedup", text(then_), text(now_), times()});
    }

    void counters() {
        // Compare JSON documents, because the earlier counters exist only as JSON.
        const json& then = then_json_.at("counters");
        const json& now = now_json_.at("counters");
        std::set<std::string> names;
        for (const json* all : {&then, &now})
            for (const auto& [name, value] : all->items()) names.insert(name);
        if (names.empty()) return;
        const auto text = [](const json& all, const std::string& name) {
            if (!all.contains(name)) return std::string("none");
            const json& value = all.at(name);
            return value.is_number() ? fmt::format("{}", value.get<double>()) : value.dump();
        };
        std::size_t differing = 0;
        for (const std::string& name : names) {
            if (text(then, name) == text(now, name)) continue;
            if (++differing <= max_counters_listed)
                result_.rows.push_back({name, text(then, name), text(now, name), Agreement::differs});
        }
        const std::string count = fmt::format("{}", then.size());
        if (differing == 0)
            result_.rows.push_back({"counters", count, count});
        else
            result_.rows.push_back({"counters", count, fmt::format("{}, {} differing", now.size(), differing),
                                    Agreement::differs});
    }

    const json& then_json_;
    const json& now_json_;
    LabGrade then_;
    LabGrade now_;
    bool same_clock_;
    GradeComparison result_;
};

} // namespace

GradeComparison compare(const json& then, const json& now, bool same_clock) {
    return GradeComparer(then, now, same_clock).all();
}

} // namespace grader
