#include <nlohmann/json.hpp>

#include "grading/report/grade/json.h"
#include "message/message_json.h"

namespace grader {
namespace {

using nlohmann::json;

/// A value of @p text, which only `from` can tell from a word that means nothing.
template <typename From> auto value_of(const json& text, From from) {
    const auto value = from(text.get<std::string>());
    if (!value) throw json::other_error::create(501, "unknown word: " + text.get<std::string>(), &text);
    return *value;
}

Step step_from_json(const json& step) {
    Step read;
    read.name = step.at("name");
    read.status = value_of(step.at("status"), status_from);
    const json& facts = step.at("facts");
    read.message = facts.at("message");
    read.details = facts.at("details").get<std::vector<Message>>();
    read.seen = facts.at("seen").get<std::vector<Message>>();
    read.replay = facts.at("replay");
    read.points = step.at("points");
    read.max_points = step.at("max_points");
    return read;
}

Round round_from(const json& pairs) {
    Round round;
    for (const json& pair : pairs) round.pairs.push_back({pair.at(0), pair.at(1)});
    return round;
}

Clocks clocks_from(const json& clocks) {
    if (clocks.is_null()) return {};
    return {clocks.at("sm_mhz").at(0), clocks.at("sm_mhz").at(1), slowdowns_from(clocks.at("slowdowns")),
            clocks.at("pairs_dropped")};
}

Speedup speedup_from_json(const json& speedup) {
    Speedup read;
    read.ratio = speedup.at("ratio");
    read.low = speedup.at("low");
    read.high = speedup.at("high");
    read.threshold = speedup.at("threshold");
    read.full = speedup.at("full");
    read.known = speedup.value("known", read.known); // reports from before have none
    read.in_use.gpu = speedup.at("thresholds_from");
    read.in_use.source =
        threshold_source_from(speedup.value("thresholds", "measured")) // reports from before have none
            .value_or(ThresholdSource::unknown);
    read.in_use.grades = speedup.value("threshold_grades", std::size_t{0});
    read.baseline_ms = speedup.at("baseline_ms");
    read.student_ms = speedup.at("student_ms");
    read.limit_ms = speedup.at("limit_ms");
    read.of_limit = speedup.at("of_limit");
    read.limit = speedup.at("limit");
    read.case_name = speedup.at("case");
    read.pairs = speedup.at("pairs");
    if (const json modelled = speedup.value("modelled", json()); modelled.is_string())
        read.modelled = modelled;
    read.control = speedup.value("control", 0.0); // reports from before have none of these
    read.clocks = clocks_from(speedup.value("clocks", json()));
    for (const json& round : speedup.value("rounds", json::array())) read.rounds.push_back(round_from(round));
    return read;
}

} // namespace

LabGrade lab_from_json(const json& lab) {
    LabGrade read;
    read.id = lab.at("id");
    read.title = lab.at("title");
    read.verdict = value_of(lab.at("verdict"), verdict_from);
    read.score = lab.at("score");
    read.max_score = lab.at("max_score");
    for (const json& step : lab.at("steps")) read.steps.push_back(step_from_json(step));
    read.replayed = lab.value("replayed", "");
    // Format 1 leaves a step that was not measured out of max_score, and calls such a grade passed.
    read.incomplete = lab.value("incomplete", lacks_a_step(read));
    if (read.incomplete && read.verdict == Verdict::pass) read.verdict = Verdict::not_graded;
    if (const json& speedup = lab.at("speedup"); !speedup.is_null())
        read.speedup = speedup_from_json(speedup);
    if (const json& cases = lab.at("cases"); !cases.is_null())
        read.cases = CaseCount{cases.at("right"), cases.at("tried")};
    for (const json& gate : lab.at("gates"))
        read.gates.push_back({gate.at("counter"), gate.at("text"), gate.at("value"), gate.at("kept")});
    read.submitted = lab.at("submitted");
    read.seed = lab.at("seed");
    read.next = lab.at("next");
    for (const json& task : lab.value("unseen", json::array())) read.unseen.push_back(task);
    if (const auto counts = lab.find("counts"); counts != lab.end())
        read.counts = WhatCounts{counts->at("score"), counts->at("note"), counts->at("attempt")};
    return read;
}

} // namespace grader
