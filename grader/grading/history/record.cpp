#include "grading/history/record.h"

#include <algorithm>
#include <regex>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json_text.h"
#include "grading/report/grade/json.h"

namespace grader {
namespace {

using nlohmann::json;

constexpr std::size_t longest_message = 500;
/// Longer than all that a step says of its own; what is cut off is a compiler's or a program's.
constexpr std::size_t kept_bytes = 3000;
constexpr std::size_t kept_grades = 200;
constexpr std::size_t kept_with_details = 20;

/// What makes two failures of a step the same: the message and the first detail, without the numbers and
/// names that differ from one grade to the next.
std::string kind_of(const std::string& said) {
    static const std::regex varying("\"[^\"\n]*\"|'[^' \n]*'|[0-9]+([.,][0-9]+)*");
    const std::size_t message_end = said.find('\n');
    const std::size_t end = message_end == std::string::npos ? message_end : said.find('\n', message_end + 1);
    return std::regex_replace(said.substr(0, end), varying, "");
}

void add_grade(LabRecord& record, PastGrade past) {
    if (const Step* failed = past.grade.first_failed(); failed != nullptr) {
        const std::string said = said_by(*failed);
        const auto before = record.said.find(failed->name);
        if (before != record.said.end() && kind_of(before->second) != kind_of(said))
            record.hints.erase(failed->name);
        record.said[failed->name] = said;
    }
    record.grades.push_back(std::move(past));
}

void add_hint(LabRecord& record, const std::string& step, std::size_t place, int task) {
    const auto said = record.said.find(step);
    record.hints[step].push_back({place, task, said == record.said.end() ? "" : said->second});
    ++record.hints_taken;
}

void add_line(LabRecord& record, const std::string& text) {
    const json line = parse_json(text);
    if (line.contains("grade"))
        add_grade(record, {line.at("when"), lab_from_json(line.at("grade"))});
    else if (line.contains("forgotten_hints"))
        record.hints_taken += line.at("forgotten_hints").get<std::size_t>();
    else
        add_hint(record, line.at("hint"), line.at("place"), line.value("task", 0));
}

/// Places of the grades that are kept, and whether with their details.
std::map<std::size_t, bool> worth_keeping(const LabRecord& record) {
    const std::vector<PastGrade>& all = record.grades;
    std::map<std::size_t, bool> kept;
    for (std::size_t i = all.size() - std::min(all.size(), kept_grades); i < all.size(); ++i)
        kept[i] = i + kept_with_details >= all.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool fastest = all[i].grade.speedup && &*all[i].grade.speedup == record.best_speedup();
        if (i == 0 || &all[i] == record.best() || &all[i] == record.last() || fastest)
            kept.emplace(i, &all[i] == record.last());
    }
    return kept;
}

/// Orders speedups: every measured one comes before every modelled one.
std::pair<bool, double> rank(const Speedup& speedup) { return {speedup.modelled.empty(), speedup.ratio}; }

} // namespace

const PastGrade* LabRecord::last() const {
    const auto found = std::find_if(grades.rbegin(), grades.rend(),
                                    [](const PastGrade& past) { return past.grade.has_score(); });
    if (found != grades.rend()) return &*found;
    return grades.empty() ? nullptr : &grades.back();
}

const PastGrade* LabRecord::best() const {
    const auto reached = [](const LabGrade& grade) {
        const double share = grade.max_score > 0 ? grade.score / grade.max_score : 0;
        return std::tuple(share, grade.score, grade.speedup ? rank(*grade.speedup) : std::pair(false, 0.0));
    };
    const PastGrade* best = nullptr;
    for (const PastGrade& past : grades)
        if (past.grade.has_score() && (best == nullptr || reached(past.grade) >= reached(best->grade)))
            best = &past;
    return best;
}

const Speedup* LabRecord::best_speedup() const {
    const Speedup* best = nullptr;
    for (const PastGrade& past : grades)
        if (past.grade.speedup && (best == nullptr || rank(*past.grade.speedup) > rank(*best)))
            best = &*past.grade.speedup;
    return best;
}

std::string said_by(const Step& step) {
    std::string text = step.message;
    for (const std::string& detail : step.details)
        if (!detail.starts_with(kept_gate)) text += '\n' + detail;
    for (const std::string& seen : step.seen) text += '\n' + seen;
    return text.substr(0, kept_bytes);
}

LabGrade of_interest(const LabGrade& grade) {
    LabGrade kept = grade;
    kept.launches.clear();
    kept.counted.clear();
    kept.counters.clear();
    kept.seconds.clear();
    kept.next.clear();
    for (Step& step : kept.steps) {
        const std::string said = step.status == Status::fail ? said_by(step) : "";
        step.message = step.message.substr(0, longest_message);
        step.details.clear();
        const std::string beyond = said.substr(std::min(said.size(), step.message.size()));
        for (const std::string_view line : split_lines(beyond))
            if (!line.empty()) step.details.emplace_back(line);
        step.seen.clear();
        step.replay.clear();
    }
    return kept;
}

std::string line_of(const PastGrade& past) {
    return json_text({{"format", 1}, {"when", past.when}, {"grade", to_json(past.grade)}});
}

std::string line_of_hint(const std::string& step, std::size_t place, int task) {
    return json_text({{"format", 1}, {"hint", step}, {"place", place}, {"task", task}});
}

LabRecord read_record(const std::vector<std::string>& lines) {
    LabRecord record;
    for (const std::string& line : lines) {
        try {
            add_line(record, line);
        } catch (const json::exception&) {
            record.readable = false;
        }
    }
    return record;
}

std::vector<std::string> shortened(const std::vector<std::string>& lines) {
    const LabRecord record = read_record(lines);
    std::size_t forgotten = record.hints_taken;
    for (const auto& [step, shown] : record.hints) forgotten -= shown.size();
    std::vector<std::string> kept = {json_text({{"format", 1}, {"forgotten_hints", forgotten}})};
    for (const auto& [place, with_details] : worth_keeping(record)) {
        PastGrade past = record.grades[place];
        if (!with_details)
            for (Step& step : past.grade.steps) step.details.clear();
        kept.push_back(line_of(past));
    }
    for (const auto& [step, shown] : record.hints)
        for (const ShownHint& hint : shown) kept.push_back(line_of_hint(step, hint.place, hint.task));
    return kept;
}

} // namespace grader
