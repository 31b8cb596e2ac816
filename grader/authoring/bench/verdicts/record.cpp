#include "record.h"

#include <fstream>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "base/record/digits.h"
#include "grading/grade/grade_fields.h"

template <> struct kernelsmith::Fields<grader::verdicts::Trial> {
    using Trial = grader::verdicts::Trial;
    static constexpr auto list =
        std::tuple(field("device", &Trial::device), field("machine", &Trial::machine),
                   field("lab", &Trial::lab), field("build", &Trial::build), field("beside", &Trial::beside),
                   field<grader::RoundsForm>("rounds", &Trial::rounds),
                   field<grader::ClocksForm>("clocks", &Trial::clocks),
                   optional_field<NullWhenEmpty>("wrong", &Trial::wrong));
};

namespace grader::verdicts {

using nlohmann::json;

std::string to_line(const Trial& trial) {
    constexpr int digits = 5;
    Trial written = trial;
    for (Round& round : written.rounds)
        for (Pair& pair : round.pairs) {
            pair.baseline_ms = round_to_digits(pair.baseline_ms, digits);
            pair.student_ms = round_to_digits(pair.student_ms, digits);
        }
    return json_text(written, -1, Characters::ascii);
}

std::vector<Trial> read_record(const std::filesystem::path& file) {
    std::vector<Trial> trials;
    if (!std::filesystem::exists(file)) return trials;
    const std::string text = read_text(file);
    for (const std::string_view line : split_lines(text)) {
        try {
            trials.push_back(json::parse(line).get<Trial>());
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
