// What a class stumbled over, read out of its grades.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "classroom/page/tally.h"

namespace grader {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "shared race" for "shared_race", as messages have it.
std::string kind_in_words(std::string kind) {
    std::ranges::replace(kind, '_', ' ');
    return kind;
}

/// The page that a detail of a gate of @p lab ends with, "[slides/01_occupancy.md#mapping]"; empty where it has none.
std::string slide_of(std::string_view detail, const std::string& lab) {
    const std::string begins = fmt::format("[slides/{}.md#", lab);
    const std::size_t at = detail.rfind(begins);
    if (at == std::string_view::npos || !detail.ends_with(']')) return {};
    const std::string_view page = detail.substr(at + 1, detail.size() - at - 2);
    const std::string_view anchor = page.substr(begins.size() - 1);
    const bool is_anchor = !anchor.empty() && anchor.size() < 80 && std::ranges::all_of(anchor, [](char c) {
        return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-';
    });
    return is_anchor ? std::string(page) : std::string();
}

/// The gates of @p grade that were not kept, each with its slide. Of several gates on one counter the first that was missed
/// has a detail in the step (grading/steps/gates.h), in the same order.
std::vector<std::pair<std::string, std::string>> missed_gates(const LabGrade& grade) {
    std::vector<std::string> slides;
    if (const Step* technique = grade.find("technique"))
        for (const std::string& detail : technique->details)
            if (std::string slide = slide_of(detail, grade.id); !slide.empty())
                slides.push_back(std::move(slide));
    std::vector<std::pair<std::string, std::string>> missed;
    std::set<std::string> counters;
    for (const GateResult& gate : grade.gates) {
        if (gate.kept || !counters.insert(gate.counter).second) continue;
        missed.emplace_back(gate.text, missed.size() < slides.size() ? slides[missed.size()] : "");
    }
    return missed;
}

/// The kind that @p text begins with, if one of @p ends follows it.
std::optional<std::string> leading_kind(std::string_view text, const std::vector<std::string_view>& ends) {
    for (const std::string& kind : finding_kinds()) {
        const std::string words = kind_in_words(kind);
        if (!text.starts_with(words)) continue;
        const std::string_view rest = text.substr(words.size());
        if (std::ranges::any_of(ends, [&](std::string_view end) { return rest.starts_with(end); }))
            return kind;
    }
    return std::nullopt;
}

/// What the simulator found first where @p step failed. `clean` has it as its message; the other steps below a line that
/// says so, as "student.cu:38: out of bounds: reads ..." or without a place.
std::optional<std::string> finding_of(const Step& step) {
    if (step.name == "clean") return leading_kind(step.message, {" in ", " on "});
    bool is_next = false;
    for (const std::vector<std::string>* lines : {&step.details, &step.seen})
        for (const std::string_view line : *lines) {
            if (is_next) {
                if (auto kind = leading_kind(line, {": "})) return kind;
                std::size_t at = line.find(": ");
                if (at == std::string_view::npos || at == 0 || !is_digit(line[at - 1])) return std::nullopt;
                return leading_kind(line.substr(at + 2), {": "});
            }
            is_next = line.starts_with("The simulator looked at every access");
        }
    return std::nullopt;
}

/// Counts students by lab, what happened, and what helps.
class StumbleCount {
public:
    void add(const std::string& lab, const std::string& what, const std::string& help) {
        ++students_[{lab, what, help}];
    }

    [[nodiscard]] std::vector<Stumble> most_met_first() const {
        std::vector<Stumble> list;
        for (const auto& [key, students] : students_)
            list.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), students});
        std::ranges::stable_sort(list, std::greater(), &Stumble::students);
        return list;
    }

private:
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> students_;
};

} // namespace

const std::vector<std::string>& finding_kinds() {
    static const std::vector<std::string> kinds = {"absent_lane",
                                                   "assertion",
                                                   "budget",
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
                                                   "skipped_barrier",
                                                   "stack_overflow",
                                                   "stale_read",
                                                   "stream_race",
                                                   "trap",
                                                   "unchecked_launch",
                                                   "uninitialized",
                                                   "use_after_free"};
    return kinds;
}

Stumbles stumbles_of(const Book& book) {
    StumbleCount steps;
    StumbleCount gates;
    StumbleCount findings;
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
    return {steps.most_met_first(), gates.most_met_first(), findings.most_met_first()};
}

} // namespace grader
