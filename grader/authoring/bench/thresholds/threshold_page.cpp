#include <fmt/core.h>

#include "base/numbers.h"
#include "base/text.h"
#include "threshold_record.h"

namespace grader::threshold_sources {
namespace {

using thresholds::Role;

constexpr ThresholdSource all_sources[] = {ThresholdSource::measured, ThresholdSource::here};

std::string verdict_cell(const ProgramVerdicts& judged, ThresholdSource source) {
    const auto verdict = judged.verdicts.find(source);
    if (verdict == judged.verdicts.end()) return " |";
    const char* status = verdict->second.status == Status::pass        ? "pass"
                         : verdict->second.status == Status::too_close ? "too close"
                                                                       : "fail";
    return fmt::format(" {:.3g} to {:.3g}: {}, {} |", verdict->second.pass, verdict->second.full, status,
                       format_points(verdict->second.points));
}

std::string version(int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); }

/// Counts the programs of @p record with @p role that have the status @p wanted by @p source.
std::string tally(const Record& record, Role role, ThresholdSource source, Status wanted) {
    std::size_t all = 0;
    std::size_t so_judged = 0;
    for (const auto& [id, programs] : record.labs)
        for (const ProgramVerdicts& judged : programs)
            if (judged.role == role) {
                ++all;
                const auto verdict = judged.verdicts.find(source);
                so_judged += verdict != judged.verdicts.end() && verdict->second.status == wanted ? 1 : 0;
            }
    return fmt::format("{} of {}", so_judged, all);
}

std::string section(const std::string& slug, const Record& record) {
    std::string text =
        fmt::format("\n## {} (`{}`)\n\nCUDA {}, a driver for CUDA {}.\n\n"
                    "| lab | program | speedup | of the limit |",
                    printable(record.device), slug, version(record.toolkit), version(record.driver));
    std::string rule = "|---|---|---:|---:|";
    for (const ThresholdSource source : all_sources) {
        text += fmt::format(" `{}` |", to_string(source));
        rule += "---|";
    }
    text += "\n" + rule + "\n";
    for (const auto& [id, programs] : record.labs)
        for (const ProgramVerdicts& judged : programs) {
            text += fmt::format("| {} | {} | {:.4g} | {} |", id,
                                judged.role == Role::solution ? "solution" : "known: " + judged.file,
                                judged.speedup, format_share(judged.of_limit));
            for (const ThresholdSource source : all_sources) text += verdict_cell(judged, source);
            text += "\n";
        }
    text += "\n";
    for (const ThresholdSource source : all_sources)
        text += fmt::format("- `{}`: {} solutions pass; {} known programs fail, {} are too close to call.\n",
                            to_string(source), tally(record, Role::solution, source, Status::pass),
                            tally(record, Role::known, source, Status::fail),
                            tally(record, Role::known, source, Status::too_close));
    return text;
}

} // namespace

std::string page(const std::map<std::string, Record>& records) {
    std::string text =
        "# Verdicts by source of thresholds\n\n"
        "`build/bin/threshold_bench` measures each lab's solution and known program (the techniques of "
        "earlier labs) once, as the\nstep `fast` does, and judges the same times by the thresholds in "
        "`lab.toml` for this GPU (`measured`) and by thresholds derived\nfrom one grade of each program on "
        "this "
        "machine (`here`). A cell has the minimum speedups to pass and to earn full points,\nthe verdict, "
        "and the "
        "points of 30. [Predicted thresholds](predicted.md) has the third source.\n";
    for (const auto& [slug, record] : records) text += section(slug, record);
    return text;
}

} // namespace grader::threshold_sources
