#include "authoring/records/calibration/record.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "course/threshold_fields.h"

namespace grader::calibration {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;
using thresholds::Reached;
using thresholds::Role;

constexpr int record_format = 2;

constexpr std::array<std::pair<Role, const char*>, 4> role_names = {{{Role::baseline, "baseline"},
                                                                     {Role::known, "known"},
                                                                     {Role::closest, "closest"},
                                                                     {Role::solution, "solution"}}};

constexpr std::array<std::pair<Question, const char*>, 5> question_names = {
    {{Question::at, "at_threshold"},
     {Question::above, "3_percent_above"},
     {Question::known, "known_against_pass"},
     {Question::closest, "closest_against_pass"},
     {Question::full, "solution_against_full"}}};

template <typename Names, typename Value> const char* name_of(const Names& names, Value value) {
    return std::find_if(names.begin(), names.end(), [&](const auto& pair) { return pair.first == value; })
        ->second;
}

template <typename Names> auto value_of(const Names& names, const std::string& name) {
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const auto& pair) { return name == pair.second; });
    if (found == names.end()) throw EnvironmentError(fmt::format("'{}' is no name of this format", name));
    return found->first;
}

json to_json(const Reached& reached) {
    return {{"role", name_of(role_names, reached.role)},
            {"file", reached.file},
            {"speedup", reached.ratio},
            {"low", reached.low},
            {"high", reached.high},
            {"grades", reached.grades},
            {"rounds", reached.rounds}};
}

Reached reached_from(const json& entry) {
    return {value_of(role_names, entry.at("role")),
            entry.at("file"),
            entry.at("speedup"),
            entry.at("low"),
            entry.at("high"),
            entry.at("grades"),
            entry.at("rounds")};
}

json to_json(const HeldAgainst& held) {
    return {{"question", name_of(question_names, held.question)},
            {"role", name_of(role_names, held.role)},
            {"threshold", held.threshold},
            {"verdicts", held.count.verdicts},
            {"passed", held.count.above},
            {"too_close", held.count.close},
            {"failed", held.count.below}};
}

HeldAgainst held_from(const json& entry) {
    return {value_of(question_names, entry.at("question")),
            value_of(role_names, entry.at("role")),
            entry.at("threshold"),
            {entry.at("verdicts"), entry.at("passed"), entry.at("too_close"), entry.at("failed")}};
}

json to_json(const CalibratedLab& lab) {
    json reached = json::array();
    for (const Reached& one : lab.reached) reached.push_back(to_json(one));
    json verdicts = json::array();
    for (const HeldAgainst& held : lab.verdicts) verdicts.push_back(to_json(held));
    json reference = lab.reference.threshold;
    reference["gpu"] = lab.reference.gpu;
    return {{"case", lab.case_name}, {"reached", std::move(reached)}, {"reference", std::move(reference)},
            {"limit", lab.limit},    {"thresholds", lab.threshold},   {"verdicts", std::move(verdicts)},
            {"seconds", lab.seconds}};
}

CalibratedLab lab_from(const json& entry) {
    CalibratedLab lab;
    lab.case_name = entry.at("case");
    for (const json& one : entry.at("reached")) lab.reached.push_back(reached_from(one));
    const json& reference = entry.at("reference");
    lab.reference = {reference.at("gpu"), reference.get<Threshold>()};
    lab.limit = entry.at("limit");
    lab.threshold = entry.at("thresholds").get<Threshold>();
    for (const json& held : entry.at("verdicts")) lab.verdicts.push_back(held_from(held));
    lab.seconds = entry.at("seconds");
    return lab;
}

} // namespace

VerdictCount CalibratedLab::counted(Question question) const {
    VerdictCount count;
    for (const HeldAgainst& held : verdicts)
        if (held.question == question) count += held.count;
    return count;
}

fs::path calibration_file(const fs::path& course_root, const std::string& slug) {
    return course_root / "docs" / "results" / "calibration" / (slug + ".json");
}

Calibration read_calibration(const fs::path& file) {
    Calibration calibration;
    if (!fs::exists(file)) return calibration;
    try {
        const json document = parse_json(read_text(file));
        if (document.at("format") != record_format)
            throw EnvironmentError(file.string() + " has another format.");
        calibration.device = document.at("device");
        calibration.driver = document.at("driver");
        calibration.toolkit = document.at("toolkit");
        calibration.isolation = document.at("isolation");
        for (const auto& [id, lab] : document.at("labs").items()) calibration.labs[id] = lab_from(lab);
    } catch (const json::exception& error) {
        throw EnvironmentError(
            fmt::format("{} is no record of a calibration: {}", file.string(), error.what()));
    }
    return calibration;
}

Calibrations all_calibrations(const fs::path& course_root) {
    Calibrations all;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(course_root / "docs" / "results" / "calibration", none))
        if (entry.path().extension() == ".json")
            all[entry.path().stem().string()] = read_calibration(entry.path());
    return all;
}

void write_calibration(const fs::path& file, const Calibration& calibration) {
    json labs = json::object();
    for (const auto& [id, lab] : calibration.labs) labs[id] = to_json(lab);
    const json document = {{"format", record_format},
                           {"device", calibration.device},
                           {"driver", calibration.driver},
                           {"toolkit", calibration.toolkit},
                           {"isolation", calibration.isolation},
                           {"labs", std::move(labs)}};
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    write_atomically(file, record_text(document));
}

} // namespace grader::calibration
