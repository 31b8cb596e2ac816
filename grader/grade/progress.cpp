#include "grade/progress.h"

#include <fstream>
#include <regex>

#include <nlohmann/json.hpp>

namespace grader {

namespace {

using nlohmann::json;

std::optional<Verdict> verdict_from(const std::string& text) {
    for (const Verdict verdict : {Verdict::pass, Verdict::fail, Verdict::not_graded})
        if (to_string(verdict) == text) return verdict;
    return std::nullopt;
}

/// Longer than all that a step says of its own; what is cut off is a compiler's or a program's.
constexpr std::size_t kept_bytes = 3000;

/// What @p step says about its failure, and the simulator. The gates that were kept are no part of it.
std::string said_by(const Step& step) {
    std::string text = step.message;
    for (const std::string& detail : step.details)
        if (!detail.starts_with(kept_gate)) text += '\n' + detail;
    for (const std::string& seen : step.seen) text += '\n' + seen;
    return text.substr(0, kept_bytes);
}

/// What makes two failures of a step the same: the message and the first detail, without the numbers and
/// names that differ from one grade to the next.
std::string kind_of(const std::string& said) {
    static const std::regex varying("\"[^\"\n]*\"|'[^' \n]*'|[0-9]+([.,][0-9]+)*");
    const std::size_t message_end = said.find('\n');
    const std::size_t end = message_end == std::string::npos ? message_end : said.find('\n', message_end + 1);
    return std::regex_replace(said.substr(0, end), varying, "");
}

LabProgress progress_from(const json& entry) {
    LabProgress progress;
    progress.verdict = verdict_from(entry.value("verdict", ""));
    progress.score = entry.value("score", 0.0);
    progress.max_score = entry.value("max_score", 0.0);
    progress.failed_step = entry.value("failed_step", "");
    progress.speedup = entry.value("speedup", 0.0);
    progress.limit_speedup = entry.value("limit_speedup", 0.0);
    progress.hints = entry.value("hints", progress.hints);
    progress.said = entry.value("said", progress.said);
    return progress;
}

json to_json(const LabProgress& progress) {
    return {{"verdict", progress.verdict ? to_string(*progress.verdict) : ""},
            {"score", progress.score},
            {"max_score", progress.max_score},
            {"failed_step", progress.failed_step},
            {"speedup", progress.speedup},
            {"limit_speedup", progress.limit_speedup},
            {"hints", progress.hints},
            {"said", progress.said}};
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
    progress.limit_speedup = grade.speedup && grade.speedup->limit_ms > 0
                                 ? grade.speedup->baseline_ms / grade.speedup->limit_ms
                                 : 0;
    if (failed != nullptr) {
        const std::string said = said_by(*failed);
        const auto before = progress.said.find(failed->name);
        if (before != progress.said.end() && kind_of(before->second) != kind_of(said))
            progress.hints.erase(failed->name);
        progress.said[failed->name] = said;
    }
    save();
}

void Progress::hint_taken(const std::string& lab, const std::string& step, std::size_t place) {
    labs_[lab].hints[step].push_back(place);
    save();
}

void Progress::save() const {
    std::error_code ignored;
    std::filesystem::create_directories(file_.parent_path(), ignored);
    json labs = json::object();
    for (const auto& [id, progress] : labs_) labs[id] = to_json(progress);
    // What a program printed need not be UTF-8.
    std::ofstream(file_) << json{{"format", 1}, {"labs", labs}}.dump(2, ' ', false,
                                                                     json::error_handler_t::replace)
                         << '\n';
}

} // namespace grader
