// Extracts the common failures of a class from its grades.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "classroom/page/tally.h"
#include "grading/messages/clean.h"
#include "grading/messages/counts.h"

namespace grader {
namespace {

/// "shared race" for "shared_race".
std::string kind_in_words(std::string kind) {
    std::ranges::replace(kind, '_', ' ');
    return kind;
}

bool is_anchor(std::string_view text) {
    const auto is_part = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !text.empty() && text.size() < 80 && std::ranges::all_of(text, is_part);
}

/// Returns the slides of the lab's own deck that @p grade gives for its missed gates, by counter.
std::map<std::string, std::string> slides_of(const LabGrade& grade) {
    std::map<std::string, std::string> slides;
    if (const Step* technique = grade.find("technique"))
        for (const Message& detail : technique->details)
            if (detail.is(messages::gate_advice) && detail.text("lab") == grade.id &&
                is_anchor(detail.text("slide")))
                slides.emplace(detail.text("counter"),
                               fmt::format("slides/{}.md#{}", grade.id, detail.text("slide")));
    return slides;
}

/// Returns the missed gates of @p grade, the first of each counter, each with its slide.
std::vector<std::pair<std::string, std::string>> missed_gates(const LabGrade& grade) {
    std::map<std::string, std::string> slides = slides_of(grade);
    std::vector<std::pair<std::string, std::string>> missed;
    std::set<std::string> counters;
    for (const GateResult& gate : grade.gates)
        if (!gate.passed && counters.insert(gate.counter).second)
            missed.emplace_back(gate.text, slides[gate.counter]);
    return missed;
}

/// Returns the kind of finding of @p message if the course has a page for it: a student's process may have
/// forged the simulator's report, so other kinds are ignored.
std::optional<std::string> known_finding_in(const Message& message) {
    std::string kind = message.text("finding");
    if (std::ranges::find(finding_kinds(), kind) == finding_kinds().end()) return std::nullopt;
    return kind;
}

/// Returns the kind of the simulator's first finding in the failed @p step.
std::optional<std::string> finding_of(const Step& step) {
    if (step.message.is(messages::found)) return known_finding_in(step.message);
    for (const std::vector<Message>* part : {&step.details, &step.observed})
        for (const Message& message : *part)
            if (message.is(messages::finding)) return known_finding_in(message);
    return std::nullopt;
}

/// Counts students by lab, failure and help page.
class FailureCounter {
public:
    void add(const std::string& lab, const std::string& what, const std::string& help) {
        ++students_[{lab, what, help}];
    }

    [[nodiscard]] std::vector<CommonFailure> sort_by_students() const {
        std::vector<CommonFailure> list;
        for (const auto& [key, students] : students_)
            list.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), students});
        std::ranges::stable_sort(list, std::greater(), &CommonFailure::students);
        return list;
    }

private:
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> students_;
};

} // namespace

const std::vector<std::string>& finding_kinds() {
    static const std::vector<std::string> kinds = {"inactive_lane",
                                                   "assertion",
                                                   "instruction_limit",
                                                   "constant_write",
                                                   "deadlock",
                                                   "double_free",
                                                   "failed_call",
                                                   "global_race",
                                                   "host_access",
                                                   "host_pointer",
                                                   "host_race",
                                                   "invalid_free",
                                                   "leak",
                                                   "misaligned",
                                                   "null_pointer",
                                                   "out_of_bounds",
                                                   "plain_read_race",
                                                   "same_value_race",
                                                   "shared_race",
                                                   "divergent_barrier",
                                                   "stack_overflow",
                                                   "stale_read",
                                                   "stream_race",
                                                   "trap",
                                                   "unchecked_launch",
                                                   "uninitialized",
                                                   "use_after_free"};
    return kinds;
}

CommonFailures common_failures_of(const Book& book) {
    FailureCounter steps;
    FailureCounter gates;
    FailureCounter findings;
    for (const BookStudent& student : book.students)
        for (const Mark& mark : student.marks) {
            const LabGrade& grade = mark.grade;
            if (!grade.submitted) continue;
            for (const auto& [text, slide] : missed_gates(grade)) gates.add(grade.id, text, slide);
            const Step* failed = grade.first_failed();
            if (failed == nullptr) continue;
            steps.add(grade.id, failed->name, "");
            if (const std::optional<std::string> kind = finding_of(*failed))
                findings.add(grade.id, kind_in_words(*kind), fmt::format("docs/findings/{}.md", *kind));
        }
    return {steps.sort_by_students(), gates.sort_by_students(), findings.sort_by_students()};
}

} // namespace grader
