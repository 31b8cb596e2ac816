#include "grading/history/earlier_format.h"

#include <map>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json_text.h"
#include "grading/history/record.h"

namespace grader {
namespace {

using nlohmann::json;

std::time_t written(const std::filesystem::path& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_mtime : 0;
}

Step failed_step(const json& entry, const std::string& name) {
    Step step{name, Status::fail, "", {}, 0, 0};
    const auto said = entry.value("said", std::map<std::string, std::string>());
    if (const auto found = said.find(name); found != said.end())
        for (const std::string_view line : split_lines(found->second)) {
            if (step.message.empty())
                step.message = line;
            else
                step.details.emplace_back(line);
        }
    return step;
}

/// Of the times only their ratios are known: those of a student's program that takes a millisecond.
Speedup speedup_of(double ratio, double limit_ratio) {
    Speedup speedup;
    speedup.ratio = speedup.low = speedup.high = ratio;
    speedup.student_ms = 1;
    speedup.baseline_ms = ratio;
    if (limit_ratio > 0) speedup.limit_ms = ratio / limit_ratio;
    return speedup;
}

std::vector<std::string> lines_of(const json& entry, const std::string& lab, std::time_t when) {
    std::vector<std::string> lines;
    if (const auto verdict = verdict_from(entry.value("verdict", "")); verdict) {
        PastGrade past{when, {}};
        past.grade.id = lab;
        past.grade.verdict = *verdict;
        past.grade.score = entry.value("score", 0.0);
        past.grade.max_score = entry.value("max_score", 0.0);
        if (const std::string failed = entry.value("failed_step", ""); !failed.empty())
            past.grade.steps.push_back(failed_step(entry, failed));
        if (const double ratio = entry.value("speedup", 0.0); ratio > 0)
            past.grade.speedup = speedup_of(ratio, entry.value("limit_speedup", 0.0));
        lines.push_back(line_of(past));
    }
    for (const auto& [step, places] : entry.value("hints", std::map<std::string, std::vector<std::size_t>>()))
        for (const std::size_t place : places) lines.push_back(line_of_hint(step, place, 0));
    return lines;
}

} // namespace

std::vector<std::string> lines_of_earlier_format(const std::filesystem::path& file, const std::string& lab) {
    try {
        const json document = parse_json(read_text(file));
        const json& labs = document.at("labs");
        return labs.contains(lab) ? lines_of(labs.at(lab), lab, written(file)) : std::vector<std::string>();
    } catch (const json::exception&) {
        return {};
    }
}

} // namespace grader
