#include "record.h"

#include <cmath>
#include <fstream>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"

namespace grader::verdicts {
namespace {

using nlohmann::json;

double rounded(double ms) {
    constexpr int digits = 5;
    if (ms == 0) return 0;
    const double unit = std::pow(10, std::floor(std::log10(std::abs(ms))) + 1 - digits);
    // Divided, not multiplied: so that the number is the one that is written with these digits.
    return unit < 1 ? std::round(ms / unit) / std::round(1 / unit) : std::round(ms / unit) * unit;
}

json to_json(const Clocks& clocks) {
    if (!clocks.known()) return nullptr;
    return {{"mhz", {clocks.low_mhz, clocks.high_mhz}},
            {"slowdowns", words_for_slowdowns(clocks.slowdowns)},
            {"dropped", clocks.dropped}};
}

Clocks clocks_of(const json& clocks) {
    if (clocks.is_null()) return {};
    return {clocks.at("mhz").at(0), clocks.at("mhz").at(1), slowdowns_from(clocks.at("slowdowns")),
            clocks.at("dropped")};
}

Trial trial_of(const json& document) {
    Trial trial{document.at("device"), document.at("machine"), document.at("lab"),
                document.at("build"),  document.at("beside"),  {}};
    for (const json& pairs : document.at("rounds")) {
        Round& round = trial.rounds.emplace_back();
        for (const json& pair : pairs) round.pairs.push_back({pair.at(0), pair.at(1)});
    }
    trial.clocks = clocks_of(document.at("clocks"));
    trial.wrong = document.value("wrong", "");
    return trial;
}

} // namespace

std::string to_line(const Trial& trial) {
    json rounds = json::array();
    for (const Round& round : trial.rounds) {
        json pairs = json::array();
        for (const Pair& pair : round.pairs)
            pairs.push_back(json::array({rounded(pair.baseline_ms), rounded(pair.student_ms)}));
        rounds.push_back(std::move(pairs));
    }
    json document = {{"device", trial.device},         {"machine", trial.machine}, {"lab", trial.lab},
                     {"build", trial.build},           {"beside", trial.beside},   {"rounds", rounds},
                     {"clocks", to_json(trial.clocks)}};
    if (!trial.wrong.empty()) document["wrong"] = trial.wrong;
    return document.dump(-1, ' ', true, json::error_handler_t::replace);
}

std::vector<Trial> read_record(const std::filesystem::path& file) {
    std::vector<Trial> trials;
    if (!std::filesystem::exists(file)) return trials;
    const std::string text = read_text(file);
    for (const std::string_view line : split_lines(text)) {
        try {
            trials.push_back(trial_of(json::parse(line)));
        } catch (const json::exception& problem) {
            throw EnvironmentError(
                fmt::format("{}, line {}: {}", file.string(), trials.size() + 1, problem.what()));
        }
    }
    return trials;
}

void append(const std::filesystem::path& file, const Trial& trial) {
    if (!(std::ofstream(file, std::ios::app) << to_line(trial) + '\n' << std::flush))
        throw EnvironmentError("cannot write to " + file.string());
}

} // namespace grader::verdicts
