#include "classroom/bench/measured.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/json_text.h"
#include "base/text.h"
#include "classroom/run/class_folder.h"
#include "classroom/run/journal.h"

namespace grader::drain {
namespace {

using nlohmann::json;

/// Identifies a submission of a class: its lab, its student, and the cache key of its grade.
using SubmissionName = std::tuple<std::string, std::string, std::string>;

/// Finished submissions of a journal.
struct FromJournal {
    std::string device;
    std::map<SubmissionName, StageTimes> submissions;
};

/// Reads the newest line of each stage: if a stage was done twice, the newest grade counts.
FromJournal read_journal(const std::filesystem::path& directory) {
    if (!is_graded_class(directory))
        throw UsageError(
            fmt::format("{} has not been graded as a class. Grade it first with grader --all DIR.",
                        directory.string()));
    std::map<std::pair<SubmissionName, Stage>, JournalEntry> newest;
    JournalReader(ClassFolder(directory).journal()).refresh([&](const JournalEntry& entry) {
        if (entry.event != Event::done) return;
        JournalEntry& known = newest[{{entry.lab, entry.student, entry.key}, entry.stage}];
        if (known.at <= entry.at) known = entry;
    });
    FromJournal read;
    for (const auto& [which, check] : newest) {
        const auto& [name, stage] = which;
        if (stage != Stage::check) continue;
        const auto time = newest.find({name, Stage::time});
        if (check.timing_pending && time == newest.end()) continue;
        StageTimes& times = read.submissions[name];
        times.check = check.seconds;
        if (!check.timing_pending) continue;
        times.timing = {time->second.seconds, time->second.device_seconds};
        if (!read.device.empty() && read.device != time->second.device_name)
            throw EnvironmentError(fmt::format("{} was timed on several GPUs: {} and {}.", directory.string(),
                                               printable(read.device), printable(time->second.device_name)));
        read.device = time->second.device_name;
    }
    if (read.submissions.empty())
        throw EnvironmentError(fmt::format("No submission of {} has been graded yet.", directory.string()));
    return read;
}

/// Finds the submission in @p other by student and lab, whose files are the same in both classes. Keys
/// differ, because each class has its own secret.
std::optional<StageTimes> same_file(const FromJournal& other, const SubmissionName& name) {
    const auto& [lab, student, key] = name;
    const auto found = other.submissions.lower_bound({lab, student, ""});
    if (found == other.submissions.end() || std::get<0>(found->first) != lab ||
        std::get<1>(found->first) != student)
        return std::nullopt;
    return found->second;
}

/// Rounds to a millisecond, which is finer than the variation between grades.
double rounded(double seconds) { return std::round(seconds * 1000) / 1000; }

json to_json(const StageTimes& times) {
    json record{{"check", rounded(times.check)}};
    if (!times.timing) return record;
    record["time"] = rounded(times.timing->seconds);
    record["device"] = rounded(times.timing->device_seconds);
    return record;
}

double seconds_at(const json& record, const char* name) {
    const double seconds = record.at(name).get<double>();
    constexpr double a_month = 30.0 * 24 * 3600;
    if (!(seconds >= 0 && seconds < a_month))
        throw EnvironmentError(fmt::format("\"{}\" is not a valid time in seconds", name));
    return seconds;
}

StageTimes stage_times_from(const json& record) {
    StageTimes times{seconds_at(record, "check"), std::nullopt};
    if (record.contains("time")) times.timing = {seconds_at(record, "time"), seconds_at(record, "device")};
    return times;
}

MeasuredSubmission submission_from(const json& record) {
    MeasuredSubmission submission{record.at("lab"), stage_times_from(record), std::nullopt};
    if (record.contains("without_prescreen"))
        submission.without_prescreen = stage_times_from(record.at("without_prescreen"));
    return submission;
}

} // namespace

double MeasuredClass::without_timing() const {
    const auto count = std::count_if(submissions.begin(), submissions.end(),
                                     [](const MeasuredSubmission& one) { return !one.times.timing; });
    return static_cast<double>(count) / static_cast<double>(submissions.size());
}

bool MeasuredClass::has_times_without_prescreen() const {
    return std::all_of(submissions.begin(), submissions.end(),
                       [](const MeasuredSubmission& one) { return one.without_prescreen.has_value(); });
}

MeasuredClass measured_class(const std::filesystem::path& directory, unsigned cores,
                             const std::filesystem::path& without_prescreen) {
    const FromJournal read = read_journal(directory);
    FromJournal other;
    if (!without_prescreen.empty()) other = read_journal(without_prescreen);
    if (!other.device.empty() && !read.device.empty() && other.device != read.device)
        throw EnvironmentError(fmt::format("The two classes were timed on different GPUs: {} and {}.",
                                           printable(read.device), printable(other.device)));
    MeasuredClass measured{read.device, cores, {}};
    for (const auto& [name, times] : read.submissions)
        measured.submissions.push_back({std::get<0>(name), times, same_file(other, name)});
    return measured;
}

std::string to_text(const MeasuredClass& measured) {
    json submissions = json::array();
    for (const MeasuredSubmission& one : measured.submissions) {
        json record = to_json(one.times);
        record["lab"] = one.lab;
        if (one.without_prescreen) record["without_prescreen"] = to_json(*one.without_prescreen);
        submissions.push_back(std::move(record));
    }
    constexpr double thousandths = 1000;
    return record_text({{"format", 1},
                        {"device", measured.device},
                        {"cores", measured.cores},
                        {"without_timing", std::round(measured.without_timing() * thousandths) / thousandths},
                        {"submissions", std::move(submissions)}});
}

MeasuredClass measured_from(const std::string& text, const std::string& name) {
    try {
        const json record = parse_json(text);
        if (record.at("format") != 1) throw EnvironmentError("its format version is not 1");
        MeasuredClass measured{record.at("device"), record.at("cores"), {}};
        for (const json& one : record.at("submissions")) measured.submissions.push_back(submission_from(one));
        if (measured.submissions.empty()) throw EnvironmentError("it has no submissions");
        return measured;
    } catch (const json::exception& problem) {
        throw EnvironmentError(
            fmt::format("{} is not an output of class_drain times: {}", name, problem.what()));
    } catch (const EnvironmentError& problem) {
        throw EnvironmentError(
            fmt::format("{} is not an output of class_drain times: {}", name, problem.what()));
    }
}

} // namespace grader::drain
