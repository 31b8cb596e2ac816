#pragma once

/// @file
/// The JSON fields of a grade: in reports, in histories and in a class's journal.

#include "course/threshold_fields.h"
#include "grading/grade/grade.h"
#include "message/message_json.h"
#include "record/json_fields.h"

namespace grader {

/// Rounds as arrays of pairs, each with a time of the baseline and of the student in milliseconds.
struct RoundsForm {
    template <class Json> static Json written(const std::vector<Round>& rounds) {
        Json all = Json::array();
        for (const Round& round : rounds) {
            Json pairs = Json::array();
            for (const Pair& pair : round.pairs)
                pairs.push_back(Json::array({pair.baseline_ms, pair.student_ms}));
            all.push_back(std::move(pairs));
        }
        return all;
    }
    template <class Json> static void read(const Json& json, std::vector<Round>& rounds) {
        rounds.clear();
        for (const Json& pairs : json) {
            Round& round = rounds.emplace_back();
            for (const Json& pair : pairs) round.pairs.push_back({pair.at(0), pair.at(1)});
        }
    }
};

/// Throttle reasons in words, and null if no clock was read.
struct ClocksForm {
    template <class Json> static Json written(const Clocks& clocks) {
        if (!clocks.known()) return nullptr;
        return {{"sm_mhz", {clocks.low_mhz, clocks.high_mhz}},
                {"slowdowns", slowdown_names(clocks.slowdowns)},
                {"pairs_dropped", clocks.dropped}};
    }
    template <class Json> static void read(const Json& json, Clocks& clocks) {
        clocks = {};
        if (json.is_null()) return;
        clocks = {json.at("sm_mhz").at(0), json.at("sm_mhz").at(1), slowdowns_from(json.at("slowdowns")),
                  json.at("pairs_dropped")};
    }
};

} // namespace grader

template <> struct kernelsmith::Names<grader::Status> {
    using Status = grader::Status;
    static constexpr std::array list = {named(Status::pass, "pass"), named(Status::fail, "fail"),
                                        named(Status::too_close, "too_close"), named(Status::waits, "waits"),
                                        named(Status::not_measured, "not_measured")};
};

template <> struct kernelsmith::Names<grader::Verdict> {
    using Verdict = grader::Verdict;
    static constexpr std::array list = {named(Verdict::pass, "pass"), named(Verdict::fail, "fail"),
                                        named(Verdict::not_graded, "not_graded")};
};

template <> struct kernelsmith::Names<grader::ThresholdSide> {
    using ThresholdSide = grader::ThresholdSide;
    static constexpr std::array list = {named(ThresholdSide::above, "above"),
                                        named(ThresholdSide::below, "below"),
                                        named(ThresholdSide::straddles, "straddles")};
};

namespace grader {

/// The messages of a step as data; a report contains their sentences, too.
inline constexpr auto step_facts =
    std::tuple(kernelsmith::field("message", &Step::message), kernelsmith::field("details", &Step::details),
               kernelsmith::field("observed", &Step::observed), kernelsmith::field("replay", &Step::replay));

} // namespace grader

template <> struct kernelsmith::Fields<grader::Step> {
    using Step = grader::Step;
    static constexpr auto list =
        std::tuple(field("name", &Step::name), field("status", &Step::status),
                   field<Group<grader::step_facts>>(
                       "facts", [](auto& step) -> auto& { return step; }),
                   field("points", &Step::points), field("max_points", &Step::max_points));
};

template <> struct kernelsmith::Fields<grader::Speedup> {
    using Speedup = grader::Speedup;
    static constexpr auto list =
        std::tuple(field("where", &Speedup::where), field("ratio", &Speedup::ratio),
                   field("low", &Speedup::low), field("high", &Speedup::high),
                   field("threshold", &Speedup::threshold), field("full", &Speedup::full),
                   field("known", &Speedup::known),
                   field(
                       "thresholds", [](auto& speedup) -> auto& { return speedup.in_use.source; }),
                   field(
                       "thresholds_from", [](auto& speedup) -> auto& { return speedup.in_use.gpu; }),
                   field(
                       "threshold_grades", [](auto& speedup) -> auto& { return speedup.in_use.grades; }),
                   field("baseline_ms", &Speedup::baseline_ms), field("student_ms", &Speedup::student_ms),
                   field("limit_ms", &Speedup::limit_ms), field("of_limit", &Speedup::of_limit),
                   field("limit", &Speedup::limit), field("case", &Speedup::case_name),
                   field("pairs", &Speedup::pairs), field<NullWhenEmpty>("modelled", &Speedup::modelled),
                   field("baseline_spread", &Speedup::baseline_spread),
                   field<grader::RoundsForm>("rounds", &Speedup::rounds),
                   field<grader::ClocksForm>("clocks", &Speedup::clocks));
};

template <> struct kernelsmith::Fields<grader::Launch> {
    using Launch = grader::Launch;
    static constexpr auto list =
        std::tuple(field("name", &Launch::kernel), field("symbol", &Launch::symbol),
                   field("grid", &Launch::grid), field("block", &Launch::block),
                   field("registers", &Launch::registers), field("shared_bytes", &Launch::shared_bytes),
                   field("local_bytes", &Launch::local_bytes), field("occupancy", &Launch::occupancy),
                   field("warp_instructions", &Launch::warp_instructions), field("launches", &Launch::count));
};

template <> struct kernelsmith::Fields<grader::LaunchLogGap> {
    using LaunchLogGap = grader::LaunchLogGap;
    static constexpr auto list =
        std::tuple(field("what", &LaunchLogGap::what), field("advice", &LaunchLogGap::advice));
};

template <> struct kernelsmith::Fields<grader::CaseCount> {
    using CaseCount = grader::CaseCount;
    static constexpr auto list =
        std::tuple(field("passed", &CaseCount::passed), field("total", &CaseCount::total));
};

template <> struct kernelsmith::Fields<grader::GateResult> {
    using Gate = grader::GateResult;
    static constexpr auto list = std::tuple(field("counter", &Gate::counter), field("text", &Gate::text),
                                            field("value", &Gate::value), field("passed", &Gate::passed));
};

template <> struct kernelsmith::Fields<grader::AdjustedScore> {
    using Counts = grader::AdjustedScore;
    static constexpr auto list = std::tuple(field("score", &Counts::score), field("note", &Counts::note),
                                            field("attempt", &Counts::attempt));
};

template <> struct kernelsmith::Fields<grader::GradeEvidence> {
    using Evidence = grader::GradeEvidence;
    static constexpr auto list =
        std::tuple(field("launch_gap", &Evidence::launch_gap), field("work_on_host", &Evidence::work_on_host),
                   field("counted_by_call", &Evidence::counted_by_call),
                   field("counters_by_call", &Evidence::counters_by_call),
                   field("checked_code", &Evidence::checked_code),
                   field("counted_code", &Evidence::counted_code));
};

template <> struct kernelsmith::Fields<grader::LabGrade> {
    using Grade = grader::LabGrade;
    static constexpr auto list =
        std::tuple(field("id", &Grade::id), field("title", &Grade::title), field("verdict", &Grade::verdict),
                   field("submitted", &Grade::submitted), field("score", &Grade::score),
                   field("max_score", &Grade::max_score), field("incomplete", &Grade::incomplete),
                   field("steps", &Grade::steps), field("speedup", &Grade::speedup),
                   field("cases", &Grade::cases), field("gates", &Grade::gates),
                   field("counters", &Grade::counters), field("counted", &Grade::counted),
                   field("kernels", &Grade::launches), field("kernels_of", &Grade::launches_of),
                   field<AsObject>("seconds", &Grade::seconds), field("replayed", &Grade::replayed),
                   field("seed", &Grade::seed), field("next", &Grade::next),
                   field("undetectable_tasks", &Grade::undetectable_tasks),
                   field("undetectable_sentence", &Grade::undetectable_sentence),
                   optional_field("final", &Grade::adjusted_score));
};

static_assert(kernelsmith::HasFields<grader::Step> && kernelsmith::HasFields<grader::LabGrade>,
              "a concept keeps its first answer: include this header before JSON meets these types");
