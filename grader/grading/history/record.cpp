#include "grading/history/record.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json_text.h"
#include "grading/grade/grade_json.h"
#include "grading/messages/shape.h"

namespace grader {
namespace {

using nlohmann::json;

constexpr std::size_t max_text_bytes = 500;
/// Exceeds the length of a step's own messages; only output of a compiler or a program is truncated.
constexpr std::size_t max_detail_bytes = 3000;
constexpr std::size_t max_grades = 200;
constexpr std::size_t max_detailed_grades = 20;

/// Returns the key by which two failures of a step count as the same: the shapes of the first two messages.
std::string kind_of(const std::vector<Message>& failure_messages) {
    std::string shape;
    for (std::size_t i = 0; i < failure_messages.size() && i < 2; ++i)
        shape += shape_of(failure_messages[i], {"counter", "finding", "name"});
    return shape;
}

/// Truncates the texts of @p message that exceed the remaining @p room in bytes, which they use up. A message
/// itself takes some of it, too.
void truncate_texts(Message& message, std::size_t& room) {
    constexpr std::size_t of_message = 20;
    room -= std::min(room, of_message);
    for (kernelsmith::Argument& argument : message.arguments()) {
        if (auto* const text = std::get_if<std::string>(&argument.value)) {
            text->resize(std::min({text->size(), room, max_text_bytes}));
            room -= text->size();
        }
        if (auto* const inner = std::get_if<std::vector<Message>>(&argument.value))
            for (Message& one : *inner) truncate_texts(one, room);
    }
}

void add_grade(LabRecord& record, PastGrade past) {
    if (const Step* failed = past.grade.first_failed(); failed != nullptr) {
        const std::vector<Message> failure_messages = failure_messages_of(*failed);
        const auto before = record.failure_messages.find(failed->name);
        if (before != record.failure_messages.end() && kind_of(before->second) != kind_of(failure_messages))
            record.hints.erase(failed->name);
        record.failure_messages[failed->name] = failure_messages;
    }
    record.grades.push_back(std::move(past));
}

void add_hint(LabRecord& record, const std::string& step, std::size_t index, int task) {
    const auto failure_messages = record.failure_messages.find(step);
    record.hints[step].push_back({index, task,
                                  failure_messages == record.failure_messages.end()
                                      ? std::vector<Message>()
                                      : failure_messages->second});
    ++record.hints_taken;
}

void add_line(LabRecord& record, const std::string& text) {
    const json line = parse_json(text);
    if (line.contains("grade"))
        add_grade(record, {line.at("when"), grade_from_json(line.at("grade"))});
    else if (line.contains("forgotten_hints"))
        record.hints_taken += line.at("forgotten_hints").get<std::size_t>();
    else
        add_hint(record, line.at("hint"), line.at("place"), line.value("task", 0));
}

/// Returns the indices of the grades to keep, and whether to keep their details.
std::map<std::size_t, bool> grades_to_keep(const LabRecord& record) {
    const std::vector<PastGrade>& all = record.grades;
    std::map<std::size_t, bool> kept;
    for (std::size_t i = all.size() - std::min(all.size(), max_grades); i < all.size(); ++i)
        kept[i] = i + max_detailed_grades >= all.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool fastest = all[i].grade.speedup && &*all[i].grade.speedup == record.best_speedup();
        if (i == 0 || &all[i] == record.best() || &all[i] == record.last() || fastest)
            kept.emplace(i, &all[i] == record.last());
    }
    return kept;
}

/// Orders speedups: every measured one before every modelled one.
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

LabGrade history_summary(const LabGrade& grade) {
    LabGrade kept = grade;
    kept.launches.clear();
    kept.counted.clear();
    kept.counters.clear();
    kept.seconds.clear();
    kept.next.clear();
    for (Step& step : kept.steps) {
        std::vector<Message> failure_messages =
            step.status == Status::fail ? failure_messages_of(step) : std::vector<Message>();
        if (!failure_messages.empty() && !step.message.empty())
            failure_messages.erase(failure_messages.begin());
        std::size_t room = max_detail_bytes;
        truncate_texts(step.message, room);
        step.details.clear();
        for (Message& detail : failure_messages) {
            if (room == 0) break;
            truncate_texts(detail, room);
            step.details.push_back(std::move(detail));
        }
        step.observed.clear();
        step.replay.clear();
    }
    return kept;
}

std::string line_of(const PastGrade& past) {
    return json_text({{"format", 1}, {"when", past.when}, {"grade", facts_to_json(past.grade)}});
}

std::string line_of_hint(const std::string& step, std::size_t index, int task) {
    return json_text({{"format", 1}, {"hint", step}, {"place", index}, {"task", task}});
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

std::vector<std::string> compacted(const std::vector<std::string>& lines) {
    const LabRecord record = read_record(lines);
    std::size_t forgotten = record.hints_taken;
    for (const auto& [step, shown] : record.hints) forgotten -= shown.size();
    std::vector<std::string> kept = {json_text({{"format", 1}, {"forgotten_hints", forgotten}})};
    for (const auto& [index, with_details] : grades_to_keep(record)) {
        PastGrade past = record.grades[index];
        if (!with_details)
            for (Step& step : past.grade.steps) step.details.clear();
        kept.push_back(line_of(past));
    }
    for (const auto& [step, shown] : record.hints)
        for (const ShownHint& hint : shown) kept.push_back(line_of_hint(step, hint.index, hint.task));
    return kept;
}

} // namespace grader
