#include "grade/progress.h"

#include <fstream>

#include <nlohmann/json.hpp>

namespace grader {

namespace {

using nlohmann::json;

std::optional<Verdict> verdict_from(const std::string& text) {
    for (const Verdict verdict : {Verdict::pass, Verdict::fail, Verdict::not_graded})
        if (to_string(verdict) == text) return verdict;
    return std::nullopt;
}

LabProgress progress_from(const json& entry) {
    LabProgress progress;
    progress.verdict = verdict_from(entry.value("verdict", ""));
    progress.score = entry.value("score", 0.0);
    progress.max_score = entry.value("max_score", 0.0);
    progress.failed_step = entry.value("failed_step", "");
    progress.speedup = entry.value("speedup", 0.0);
    progress.hints = entry.value("hints", progress.hints);
    return progress;
}

json to_json(const LabProgress& progress) {
    return {{"verdict", progress.verdict ? to_string(*progress.verdict) : ""},
            {"score", progress.score},
            {"max_score", progress.max_score},
            {"failed_step", progress.failed_step},
            {"speedup", progress.speedup},
            {"hints", progress.hints}};
}

} // namespace

Progress::Progress(const std::filesystem::path& course_root)
    : file_(course_root / ".kernelsmith" / "progress.json") {
    std::ifstream in(file_);
    const json document = json::parse(in, nullptr, false);
    try {
        for (const auto& [id, entry] : document.at("labs").items()) labs_[id] = progress_from(entry);
    } catch (const json::exception&) {
        labs_.clear();
    }
}

LabProgress Progress::of(const std::string& lab) const {
    const auto found = labs_.find(lab);
    return found == labs_.end() ? LabProgress{} : found->second;
}

void Progress::record(const LabGrade& grade) {
    LabProgress& progress = labs_[grade.id];
    // A machine that measures nothing takes back nothing that another one has seen.
    if (grade.verdict == Verdict::not_graded && progress.verdict) return;
    progress.verdict = grade.verdict;
    progress.score = grade.score;
    progress.max_score = grade.max_score;
    const Step* failed = grade.first_failed();
    progress.failed_step = failed == nullptr ? "" : failed->name;
    progress.speedup = grade.speedup ? grade.speedup->ratio : 0;
    save();
}

void Progress::hint_taken(const std::string& lab, const std::string& step) {
    ++labs_[lab].hints[step];
    save();
}

void Progress::save() const {
    std::error_code ignored;
    std::filesystem::create_directories(file_.parent_path(), ignored);
    json labs = json::object();
    for (const auto& [id, progress] : labs_) labs[id] = to_json(progress);
    std::ofstream(file_) << json{{"format", 1}, {"labs", labs}}.dump(2) << '\n';
}

} // namespace grader
