#include "record.h"

#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "errors.h"
#include "files.h"

namespace grader::verdicts {
namespace {

using nlohmann::json;

/// To a ten-thousandth of a millisecond: more than the clock tells.
double rounded(double ms) { return std::round(ms * 1e4) / 1e4; }

} // namespace

std::string to_line(const Trial& trial) {
    json rounds = json::array();
    for (const Round& round : trial.rounds) {
        json pairs = json::array();
        for (const Pair& pair : round.pairs)
            pairs.push_back(json::array({rounded(pair.baseline_ms), rounded(pair.student_ms)}));
        rounds.push_back(std::move(pairs));
    }
    return json{{"device", trial.device},
                {"lab", trial.lab},
                {"build", trial.build},
                {"beside", trial.beside},
                {"rounds", std::move(rounds)}}
        .dump();
}

std::vector<Trial> read_record(const std::filesystem::path& file) {
    std::vector<Trial> trials;
    const std::string text = read_text(file);
    for (const std::string_view line : split_lines(text)) {
        try {
            const json document = json::parse(line);
            Trial trial{
                document.at("device"), document.at("lab"), document.at("build"), document.at("beside"), {}};
            for (const json& pairs : document.at("rounds")) {
                Round& round = trial.rounds.emplace_back();
                for (const json& pair : pairs) round.pairs.push_back({pair.at(0), pair.at(1)});
            }
            trials.push_back(std::move(trial));
        } catch (const json::exception& problem) {
            throw EnvironmentError(
                fmt::format("{}, line {}: {}", file.string(), trials.size() + 1, problem.what()));
        }
    }
    return trials;
}

} // namespace grader::verdicts
