#include "hostile/harness/judge.h"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "hostile/harness/stage.h"
#include "testing/facts.h"
#include "testing/harness.h"
#include "testing/schema_check.h"

namespace hostile {
namespace {

using nlohmann::json;

/// A longer report of two students was inflated by one of them.
constexpr std::size_t max_text_bytes = 1 << 20;

/// Returns the first position of @p text that is a control character of terminals or not UTF-8.
std::string foreign_byte(const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte < 0x20 && byte != '\n') || byte == 0x7f)
            return fmt::format("the control character {:#04x}", byte);
        if (byte < 0x80) continue;
        const std::size_t more = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
        if (more == 0 || i + more >= text.size())
            return fmt::format("the byte {:#04x}, which is not UTF-8", byte);
        unsigned point = byte & (0x3fU >> more);
        for (std::size_t k = 1; k <= more; ++k)
            point = point << 6 | (static_cast<unsigned>(text[i + k]) & 0x3f);
        const bool turns_text = (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
        if (point < 0xa0 || turns_text) return fmt::format("the control character U+{:04X}", point);
        i += more;
    }
    return {};
}

const json* lab_of(const json& report, const std::string& student) {
    const auto submissions = report.find("submissions");
    if (submissions == report.end()) return nullptr;
    for (const json& submission : *submissions)
        if (submission.at("id") == student && submission.at("labs").size() == 1)
            return &submission.at("labs")[0];
    return nullptr;
}

Faults judge_step(const Expectation& expected, const json& lab) {
    Faults faults;
    for (const json& step : lab.at("steps")) {
        if (step.at("name") != expected.step) continue;
        if (step.at("status") != expected.step_status)
            faults.push_back(fmt::format("the step {} is {}, expected {}", expected.step,
                                         step.at("status").get<std::string>(), expected.step_status));
        const std::vector<grader::Message> said = facts::of(step);
        for (const grader::MessagePattern& pattern : expected.messages)
            if (!pattern.matches(said))
                faults.push_back(fmt::format("the step {} has no message {}", expected.step, pattern.text()));
        const std::string texts = facts::texts_in(said);
        for (const std::string& text : expected.says)
            if (texts.find(text) == std::string::npos)
                faults.push_back(fmt::format("the step {} does not say \"{}\"", expected.step, text));
        return faults;
    }
    return {fmt::format("the grade has no step {}", expected.step)};
}

Faults judge_hostile(const HostileCase& hostile, const Expectation& expected, const json& report) {
    const json* lab = lab_of(report, hostile.shown_as);
    if (lab == nullptr) return {fmt::format("the report has no grade of \"{}\"", hostile.shown_as)};
    if (expected.verdict == "pass" && lab->at("incomplete") && earned_all_that_was_measured(*lab)) return {};
    Faults faults;
    if (lab->at("verdict") != expected.verdict)
        faults.push_back(fmt::format("the verdict is {}, expected {}", lab->at("verdict").get<std::string>(),
                                     expected.verdict));
    if (expected.verdict == "pass" && lab->at("score") != lab->at("max_score"))
        faults.push_back(fmt::format("it has {} of {} points, expected all of them",
                                     lab->at("score").get<double>(), lab->at("max_score").get<double>()));
    if (expected.most_points && lab->at("score").get<double>() > *expected.most_points)
        faults.push_back(fmt::format("it has {} points, expected at most {}", lab->at("score").get<double>(),
                                     *expected.most_points));
    if (!expected.step.empty())
        for (std::string& fault : judge_step(expected, *lab)) faults.push_back(std::move(fault));
    return faults;
}

Faults judge_neighbour(const json& report) {
    const json* lab = lab_of(report, neighbour);
    if (lab == nullptr) return {"the honest neighbour has no grade"};
    if (lab->at("verdict") != "fail" && earned_all_that_was_measured(*lab)) return {};
    std::string steps;
    for (const json& step : lab->at("steps"))
        steps += fmt::format("\n    {}: {}, {}", step.at("name").get<std::string>(),
                             step.at("status").get<std::string>(), step.at("message").get<std::string>());
    return {fmt::format("the honest neighbour has the verdict {} and {} of {} points:{}",
                        lab->at("verdict").get<std::string>(), lab->at("score").get<double>(),
                        lab->at("max_score").get<double>(), steps)};
}

/// Checks that every student has a unique id, and that all have the same maximum score.
Faults judge_consistency(const json& report) {
    Faults faults;
    std::set<std::string> ids;
    std::set<double> worth;
    for (const json& submission : report.at("submissions")) {
        if (!ids.insert(submission.at("id")).second)
            faults.push_back(fmt::format("two submissions have the id {}", submission.at("id").dump()));
        for (const json& lab : submission.at("labs")) worth.insert(lab.at("max_score").get<double>());
    }
    if (worth.size() > 1)
        faults.push_back(fmt::format("the maximum of one submission is {:g} points, of another {:g}",
                                     *worth.begin(), *worth.rbegin()));
    return faults;
}

} // namespace

void append(Faults& all, Faults more) { all.insert(all.end(), more.begin(), more.end()); }

std::size_t max_grader_mb(const HostileCase& hostile, const std::string& backend) {
    constexpr std::size_t usual = 512;
    return hostile.course == CourseKind::labs && backend == "gpu" ? usual + 1536 : usual;
}

bool earned_all_that_was_measured(const json& lab) {
    const json& steps = lab.at("steps");
    return std::all_of(steps.begin(), steps.end(), [](const json& step) {
        // A speed that is too close to call counts as passed.
        const bool passed = step.at("status") == "pass" || step.at("status") == "too_close";
        return passed ? step.at("points") == step.at("max_points")
                      : step.at("name") == "fast" && step.at("status") == "not_measured";
    });
}

Expectation expected_on(const HostileCase& hostile, const std::string& backend, Expectation expected) {
    // The fixture lab has no model, so no speed is known there, and every grade is incomplete.
    if (hostile.course == CourseKind::cuda && backend == "sim" && expected.status < 2) expected.status = 3;
    return expected;
}

Faults judge_end(const Expectation& expected, const Outcome& outcome, std::size_t max_mb) {
    Faults faults;
    if (outcome.timed_out) faults.push_back("the grader timed out");
    if (outcome.exceeded_memory)
        faults.push_back(fmt::format("its processes used {} MiB together", outcome.all_processes_mb));
    if (outcome.status != expected.status && !outcome.timed_out && !outcome.exceeded_memory)
        faults.push_back(
            fmt::format("the exit status of the grader is {}, expected {}", outcome.status, expected.status));
    if (outcome.grader_mb > max_mb)
        faults.push_back(fmt::format("the grader itself used {} MiB", outcome.grader_mb));
    for (const std::string& process : outcome.left) faults.push_back("still runs: " + process);
    for (const std::string& text : expected.tells)
        if ((outcome.out + outcome.err).find(text) == std::string::npos)
            faults.push_back(fmt::format("missing in the output: \"{}\"", text));
    return faults;
}

Faults judge_text(const std::string& name, const std::string& text) {
    Faults faults;
    if (const std::string foreign = foreign_byte(text); !foreign.empty())
        faults.push_back(fmt::format("{} holds {}", name, foreign));
    if (text.find(secret) != std::string::npos) faults.push_back(name + " contains the secret");
    if (text.size() > max_text_bytes) faults.push_back(fmt::format("{} is {} bytes long", name, text.size()));
    return faults;
}

Faults judge_document(const std::string& text, const json& schema) {
    Faults faults = judge_text("the report", text);
    if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
        faults.push_back("the report is not in ASCII");
    const json document = json::parse(text, nullptr, false);
    if (document.is_discarded()) return {"the report is not JSON"};
    for (const std::string& violation : schema_violations(schema, document))
        faults.push_back("the report violates its schema: " + violation);
    // Escapes would hide it from the search in the text.
    if (document.dump(-1, ' ', false, json::error_handler_t::replace).find(secret) != std::string::npos)
        faults.push_back("the report contains the secret");
    return faults;
}

Faults judge_grades(const HostileCase& hostile, const Expectation& expected, const json& report,
                    const Outcome& outcome) {
    if (!report.contains("submissions")) return {"the report is not a class report"};
    Faults faults;
    const auto submissions = static_cast<std::int64_t>(report.at("submissions").size());
    if (submissions != expected.submissions)
        faults.push_back(
            fmt::format("the report has {} submissions, expected {}", submissions, expected.submissions));
    if (!expected.verdict.empty())
        for (std::string& fault : judge_hostile(hostile, expected, report))
            faults.push_back(std::move(fault));
    for (std::string& fault : judge_consistency(report)) faults.push_back(std::move(fault));
    if (hostile.has_neighbour())
        for (std::string& fault : judge_neighbour(report)) faults.push_back(std::move(fault));
    for (const std::string& text : expected.reports)
        if (report.dump().find(text) == std::string::npos)
            faults.push_back(fmt::format("the report does not contain {}", text));
    for (const std::string& text : expected.says_not)
        if ((report.dump() + outcome.out + outcome.err).find(text) != std::string::npos)
            faults.push_back(fmt::format("the output contains \"{}\"", text));
    return faults;
}

std::string summary(const HostileCase& hostile, const json& report) {
    const json* lab = lab_of(report, hostile.shown_as);
    if (lab == nullptr) return {};
    std::string text = fmt::format("{}, {} of {} points\n", lab->at("verdict").get<std::string>(),
                                   lab->at("score").get<double>(), lab->at("max_score").get<double>());
    for (const json& step : lab->at("steps"))
        text += fmt::format("  {}: {}: {:.400}\n", step.at("name").get<std::string>(),
                            step.at("status").get<std::string>(), harness::text_of(step));
    return text;
}

} // namespace hostile
