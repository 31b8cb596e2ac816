#include "grading/report/grade/json.h"

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json_text.h"
#include "grading/sentences/sentence.h"
#include "message/message_json.h"

namespace grader {
namespace {

using nlohmann::json;

json facts_of(const Step& step) {
    return {{"message", step.message},
            {"details", step.details},
            {"seen", step.seen},
            {"replay", step.replay}};
}

json step_to_json(const Step& step) {
    return {{"name", step.name},
            {"status", to_string(step.status)},
            {"facts", facts_of(step)},
            {"points", step.points},
            {"max_points", step.max_points}};
}

/// What is printed of @p step beside its message, a line each.
std::vector<std::string> details_of(const Step& step) {
    std::vector<std::string> details;
    for (const std::vector<Message>* part : {&step.details, &step.seen})
        for (const Message& message : *part) {
            const std::string text = sentence(message);
            if (text.empty()) details.emplace_back();
            for (const std::string_view line : split_lines(text)) details.emplace_back(line);
        }
    if (!step.replay.empty()) details.push_back(std::string(before_replay) + step.replay);
    return details;
}

json rounds_to_json(const std::vector<Round>& rounds) {
    json all = json::array();
    for (const Round& round : rounds) {
        json pairs = json::array();
        for (const Pair& pair : round.pairs)
            pairs.push_back(json::array({pair.baseline_ms, pair.student_ms}));
        all.push_back(std::move(pairs));
    }
    return all;
}

json clocks_to_json(const Clocks& clocks) {
    if (!clocks.known()) return nullptr;
    return {{"sm_mhz", {clocks.low_mhz, clocks.high_mhz}},
            {"slowdowns", words_for_slowdowns(clocks.slowdowns)},
            {"pairs_dropped", clocks.dropped}};
}

json speedup_to_json(const std::optional<Speedup>& speedup) {
    if (!speedup) return nullptr;
    return {
        {"ratio", speedup->ratio},
        {"low", speedup->low},
        {"high", speedup->high},
        {"threshold", speedup->threshold},
        {"full", speedup->full},
        {"known", speedup->known},
        {"thresholds", to_string(speedup->in_use.source)},
        {"thresholds_from", speedup->in_use.gpu},
        {"threshold_grades", speedup->in_use.grades},
        {"baseline_ms", speedup->baseline_ms},
        {"student_ms", speedup->student_ms},
        {"limit_ms", speedup->limit_ms},
        {"of_limit", speedup->of_limit},
        {"limit", speedup->limit},
        {"case", speedup->case_name},
        {"pairs", speedup->pairs},
        {"modelled", speedup->modelled.empty() ? json() : json(speedup->modelled)},
        {"control", speedup->control},
        {"rounds", rounds_to_json(speedup->rounds)},
        {"clocks", clocks_to_json(speedup->clocks)},
    };
}

json launch_to_json(const Launch& launch) {
    return {
        {"name", launch.kernel},
        {"grid", launch.grid},
        {"block", launch.block},
        {"registers", launch.registers},
        {"shared_bytes", launch.shared_bytes},
        {"occupancy", launch.occupancy},
        {"launches", launch.count},
    };
}

json cases_to_json(const std::optional<CaseCount>& cases) {
    if (!cases) return nullptr;
    return {{"right", cases->right}, {"tried", cases->tried}};
}

json gates_to_json(const std::vector<GateResult>& gates) {
    json list = json::array();
    for (const GateResult& gate : gates)
        list.push_back(
            {{"counter", gate.counter}, {"text", gate.text}, {"value", gate.value}, {"kept", gate.kept}});
    return list;
}

} // namespace

json facts_to_json(const LabGrade& lab) {
    json steps = json::array();
    for (const Step& step : lab.steps) steps.push_back(step_to_json(step));
    const auto launches_to_json = [](const std::vector<Launch>& launches) {
        json list = json::array();
        for (const Launch& launch : launches) list.push_back(launch_to_json(launch));
        return list;
    };
    json seconds = json::object();
    for (const auto& [part, duration] : lab.seconds) seconds[part] = duration;
    json document = {
        {"id", lab.id},
        {"title", lab.title},
        {"verdict", to_string(lab.verdict)},
        {"score", lab.score},
        {"max_score", lab.max_score},
        {"incomplete", lab.incomplete},
        {"steps", std::move(steps)},
        {"speedup", speedup_to_json(lab.speedup)},
        {"cases", cases_to_json(lab.cases)},
        {"gates", gates_to_json(lab.gates)},
        {"counters", json(lab.counters)},
        {"counted", launches_to_json(lab.counted)},
        {"kernels", launches_to_json(lab.launches)},
        {"kernels_of", lab.launches_of},
        {"seconds", std::move(seconds)},
        {"replayed", lab.replayed},
        {"seed", lab.seed},
        {"next", lab.next},
        {"unseen", lab.unseen},
        {"submitted", lab.submitted},
    };
    if (lab.counts)
        document["counts"] = {{"score", lab.counts->score},
                              {"note", lab.counts->note},
                              {"attempt", lab.counts->attempt}};
    return document;
}

json to_json(const LabGrade& lab) {
    json document = facts_to_json(lab);
    for (std::size_t i = 0; i < lab.steps.size(); ++i) {
        document["steps"][i]["message"] = sentence(lab.steps[i].message);
        document["steps"][i]["details"] = details_of(lab.steps[i]);
    }
    return document;
}

nlohmann::json to_json(const GradeReport& report) {
    json every_lab = json::array();
    json submissions = json::array();
    for (const Submission& submission : report.submissions) {
        json labs = json::array();
        for (const LabGrade& lab : submission.labs) labs.push_back(to_json(lab));
        every_lab.insert(every_lab.end(), labs.begin(), labs.end());
        submissions.push_back({{"id", submission.id}, {"labs", std::move(labs)}});
    }
    const Isolation& isolation = report.isolation;
    json document = {{"format", report_format},
                     {"backend", report.backend},
                     {"device", report.device},
                     {"isolation",
                      {{"level", to_string(isolation.level)},
                       {"own_user", isolation.own_user},
                       {"missing", isolation.missing}}}};
    if (!report.many) {
        document["labs"] = std::move(every_lab);
        return document;
    }
    document["complete"] = report.complete;
    document["left_out"] = report.left_out;
    document["submissions"] = std::move(submissions);
    return document;
}

std::string render_json(const GradeReport& report) {
    return json_text(to_json(report), 2, Characters::ascii) + '\n';
}

} // namespace grader
