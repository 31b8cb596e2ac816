#include "record.h"

#include <fstream>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "base/record/digits.h"
#include "grading/grade/grade_fields.h"

template <> struct kernelsmith::Fields<grader::verdicts::SpeedMeasurement> {
    using SpeedMeasurement = grader::verdicts::SpeedMeasurement;
    static constexpr auto list =
        std::tuple(field("device", &SpeedMeasurement::device), field("machine", &SpeedMeasurement::machine),
                   field("lab", &SpeedMeasurement::lab), field("build", &SpeedMeasurement::build),
                   field("under_load", &SpeedMeasurement::under_load),
                   field<grader::RoundsForm>("rounds", &SpeedMeasurement::rounds),
                   field<grader::ClocksForm>("clocks", &SpeedMeasurement::clocks),
                   optional_field<NullWhenEmpty>("wrong", &SpeedMeasurement::wrong));
};

namespace grader::verdicts {

using nlohmann::json;

std::string to_line(const SpeedMeasurement& measurement) {
    constexpr int digits = 5;
    SpeedMeasurement written = measurement;
    for (Round& round : written.rounds)
        for (Pair& pair : round.pairs) {
            pair.baseline_ms = round_to_digits(pair.baseline_ms, digits);
            pair.student_ms = round_to_digits(pair.student_ms, digits);
        }
    return json_text(written, -1, Characters::ascii);
}

std::vector<SpeedMeasurement> read_record(const std::filesystem::path& file) {
    std::vector<SpeedMeasurement> measurements;
    if (!std::filesystem::exists(file)) return measurements;
    const std::string text = read_text(file);
    for (const std::string_view line : split_lines(text)) {
        try {
            measurements.push_back(json::parse(line).get<SpeedMeasurement>());
        } catch (const json::exception& problem) {
            throw EnvironmentError(
                fmt::format("{}, line {}: {}", file.string(), measurements.size() + 1, problem.what()));
        }
    }
    return measurements;
}

void append(const std::filesystem::path& file, const SpeedMeasurement& measurement) {
    if (!(std::ofstream(file, std::ios::app) << to_line(measurement) + '\n' << std::flush))
        throw EnvironmentError("cannot write to " + file.string());
}

} // namespace grader::verdicts
