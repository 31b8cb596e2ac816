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

/// A hand-in of a class: its lab, its student, what its grade is known by.
using HandInName = std::tuple<std::string, std::string, std::string>;

/// What a journal says of the hand-ins that are done.
struct FromJournal {
    std::string device;
    std::map<HandInName, StageTimes> hand_ins;
};

/// The newest line of each stage: where a stage was done twice, the grade is the newest one's.
FromJournal read_journal(const std::filesystem::path& directory) {
    if (!is_known_class(directory))
        throw UsageError(fmt::format("{} was never graded as a class.", directory.string()));
    std::map<std::pair<HandInName, Stage>, JournalEntry> newest;
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
        if (check.more && time == newest.end()) continue;
        StageTimes& times = read.hand_ins[name];
        times.check = check.seconds;
        if (!check.more) continue;
        times.timing = {time->second.seconds, time->second.device_seconds};
        if (!read.device.empty() && read.device != time->second.device_name)
            throw EnvironmentError(fmt::format("{} was timed on several GPUs: {} and {}.", directory.string(),
                                               printable(read.device), printable(time->second.device_name)));
        read.device = time->second.device_name;
    }
    if (read.hand_ins.empty())
        throw EnvironmentError(fmt::format("No hand-in of {} is graded yet.", directory.string()));
    return read;
}

/// Files of one student and lab are the same ones in both classes; keys are not, for each class has its own secret.
std::optional<StageTimes> same_file(const FromJournal& other, const HandInName& name) {
    const auto& [lab, student, key] = name;
    const auto found = other.hand_ins.lower_bound({lab, student, ""});
    if (found == other.hand_ins.end() || std::get<0>(found->first) != lab ||
        std::get<1>(found->first) != student)
        return std::nullopt;
    return found->second;
}

/// A thousandth of a second is more than a grade repeats.
double rounded(double seconds) { return std::round(seconds * 1000) / 1000; }

json to_json(const StageTimes& times) {
    json told{{"check", rounded(times.check)}};
    if (!times.timing) return told;
    told["time"] = rounded(times.timing->seconds);
    told["device"] = rounded(times.timing->device_seconds);
    return told;
}

double seconds_at(const json& told, const char* name) {
    const double seconds = told.at(name).get<double>();
    constexpr double a_month = 30.0 * 24 * 3600;
    if (!(seconds >= 0 && seconds < a_month)) throw EnvironmentError(fmt::format("\"{}\" is no time", name));
    return seconds;
}

StageTimes stage_times_from(const json& told) {
    StageTimes times{seconds_at(told, "check"), std::nullopt};
    if (told.contains("time")) times.timing = {seconds_at(told, "time"), seconds_at(told, "device")};
    return times;
}

MeasuredHandIn hand_in_from(const json& told) {
    MeasuredHandIn hand_in{told.at("lab"), stage_times_from(told), std::nullopt};
    if (told.contains("without_sieve")) hand_in.without_sieve = stage_times_from(told.at("without_sieve"));
    return hand_in;
}

} // namespace

double MeasuredClass::without_timing() const {
    const auto count = std::count_if(hand_ins.begin(), hand_ins.end(),
                                     [](const MeasuredHandIn& one) { return !one.times.timing; });
    return static_cast<double>(count) / static_cast<double>(hand_ins.size());
}

bool MeasuredClass::knows_without_sieve() const {
    return std::all_of(hand_ins.begin(), hand_ins.end(),
                       [](const MeasuredHandIn& one) { return one.without_sieve.has_value(); });
}

MeasuredClass measured_class(const std::filesystem::path& directory, unsigned cores,
                             const std::filesystem::path& without_sieve) {
    const FromJournal read = read_journal(directory);
    FromJournal other;
    if (!without_sieve.empty()) other = read_journal(without_sieve);
    if (!other.device.empty() && !read.device.empty() && other.device != read.device)
        throw EnvironmentError(fmt::format("The two classes were timed on {} and {}.", printable(read.device),
                                           printable(other.device)));
    MeasuredClass measured{read.device, cores, {}};
    for (const auto& [name, times] : read.hand_ins)
        measured.hand_ins.push_back({std::get<0>(name), times, same_file(other, name)});
    return measured;
}

std::string to_text(const MeasuredClass& measured) {
    json hand_ins = json::array();
    for (const MeasuredHandIn& one : measured.hand_ins) {
        json told = to_json(one.times);
        told["lab"] = one.lab;
        if (one.without_sieve) told["without_sieve"] = to_json(*one.without_sieve);
        hand_ins.push_back(std::move(told));
    }
    constexpr double thousandths = 1000;
    return record_text({{"format", 1},
                        {"device", measured.device},
                        {"cores", measured.cores},
                        {"without_timing", std::round(measured.without_timing() * thousandths) / thousandths},
                        {"hand_ins", std::move(hand_ins)}});
}

MeasuredClass measured_from(const std::string& text, const std::string& name) {
    try {
        const json told = parse_json(text);
        if (told.at("format") != 1) throw EnvironmentError("its format is another one");
        MeasuredClass measured{told.at("device"), told.at("cores"), {}};
        for (const json& one : told.at("hand_ins")) measured.hand_ins.push_back(hand_in_from(one));
        if (measured.hand_ins.empty()) throw EnvironmentError("it has no hand-ins");
        return measured;
    } catch (const json::exception& problem) {
        throw EnvironmentError(
            fmt::format("{} is nothing that class_drain times printed: {}", name, problem.what()));
    } catch (const EnvironmentError& problem) {
        throw EnvironmentError(
            fmt::format("{} is nothing that class_drain times printed: {}", name, problem.what()));
    }
}

} // namespace grader::drain
