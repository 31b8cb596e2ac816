#include "authoring/records/model/page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/numbers.h"

namespace grader::accuracy {
namespace {

namespace fs = std::filesystem;

/// Formats the median error: "9 %"; empty without errors.
std::string half_cell(const ErrorQuantiles& spread) {
    return spread.numbers == 0 ? "" : fmt::format("{:.0f} %", 100 * spread.median);
}
std::string nine_cell(const ErrorQuantiles& spread) {
    return spread.numbers == 0 ? "" : fmt::format("{:.0f} %", 100 * spread.p90);
}

std::string limits_cell(const LimiterAgreement& limits) {
    return limits.known == 0 ? "" : fmt::format("{} of {}", limits.agreed, limits.known);
}

std::string lab_row(const std::string& id, const std::string& case_name, const Figures& figures) {
    const ErrorQuantiles times = error_quantiles_of(figures.times);
    const ErrorQuantiles speedups = error_quantiles_of(figures.speedups);
    return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", id, case_name, times.numbers,
                       half_cell(times), nine_cell(times), half_cell(speedups), nine_cell(speedups),
                       figures.order ? fmt::format("{:.2f}", *figures.order) : "",
                       limits_cell(figures.limits));
}

std::string labs_section(const Record& record) {
    if (record.labs.empty()) return {};
    std::string text =
        "\n## Labs\n\n"
        "Baseline, rungs and solution of each lab, at the case that is graded. A speedup is that over the "
        "baseline. `order` is\n"
        "Spearman's rank correlation of the measured and the modelled times of a ladder: 1 if the model puts "
        "the builds in the\nsame order, 0 if the orders are unrelated. Times within 5 % count as ties. "
        "`limits` counts how often\nthe model's limiter of a build agrees with Nsight Compute's: the SM's "
        "units, L1, memory, or latency.\n\n"
        "| lab | case | builds | times: half within | nine of ten | speedups: half within | nine of ten | "
        "order | limits |\n"
        "|---|---|---:|---:|---:|---:|---:|---:|---:|\n";
    for (const auto& [id, lab] : record.labs) text += lab_row(id, lab.case_name, figures_of(lab));
    text += lab_row("all", "", figures_of_labs(record));
    std::vector<std::string> without;
    for (const auto& [id, lab] : record.labs)
        if (!lab.speedups) without.push_back(id);
    if (!without.empty())
        text += fmt::format("\nWithout speedups: {}. Its `lab.toml` says why they cannot be modelled.\n",
                            fmt::join(without, ", "));
    return text;
}

/// Renders the row of the kernels of a program that the model was tuned on, or of the others; empty if there
/// are none.
std::string program_row(const std::string& program, const std::vector<ComparedKernel>& kernels, bool tuned) {
    const Figures figures = figures_of(kernels, tuned);
    const ErrorQuantiles times = error_quantiles_of(figures.times);
    if (times.numbers + figures.too_short == 0) return {};
    return fmt::format("| `{}`, {} | {} | {} | {} | {} | {} |\n", program, tuned ? "tuning" : "holdout",
                       times.numbers, half_cell(times), nine_cell(times), limits_cell(figures.limits),
                       figures.too_short);
}

std::string programs_section(const Record& record) {
    if (record.programs.empty()) return {};
    std::string text = fmt::format(
        "\n## Programs of small kernels\n\n"
        "Kernels of [simulator/evidence/proof](../../simulator/evidence/proof/README.md), each "
        "launched once with "
        "an empty L2. The model was tuned on the\n*tuning* kernels; the *holdout* kernels were not used "
        "before the model was finished. Kernels of less than "
        "{:.0f} µs on the\nGPU are excluded from these figures.\n\n"
        "| program | kernels | times: half within | nine of ten | limits | omitted |\n"
        "|---|---:|---:|---:|---:|---:|\n",
        1000 * min_kernel_ms);
    for (const auto& [name, kernels] : record.programs)
        text += program_row(name, kernels, true) + program_row(name, kernels, false);
    return text;
}

std::string suggestion_cell(const std::vector<GivenSuggestion>& suggestions, std::size_t place) {
    if (place >= suggestions.size()) return "";
    return fmt::format("`{}`, {}", suggestions[place].what, format_speedup(suggestions[place].gain));
}

std::string applies_cell(const std::vector<std::string>& applies) {
    return applies.empty() ? "no suggestion of this kind exists"
                           : fmt::format("`{}`", fmt::join(applies, "`, `"));
}

std::string pair_row(const std::string& lab, const RungPair& pair) {
    return fmt::format("| {} | `{}` | `{}` | {} | {} | {} | {} | {} |\n", lab.substr(0, 2), pair.lower,
                       pair.upper, format_speedup(pair.measured_gain), format_speedup(pair.modelled_gain),
                       applies_cell(pair.applies), suggestion_cell(pair.suggestions, 0),
                       suggestion_cell(pair.suggestions, 1));
}

std::string steps_in_words(const SuggestionHits& steps) {
    std::string text =
        fmt::format("\nOf {} such pairs, {} have an upper rung that applies a kind of suggestion that the "
                    "model has. For {} "
                    "of these, the first suggestion\nis the applied one, for {} the first or the second.",
                    steps.pairs + steps.no_kind, steps.pairs, steps.first, steps.hits);
    if (!steps.gains.empty())
        text += fmt::format(
            "\nFor these, the relative error of the suggestion's gain against the measured gain: {}.",
            in_words(error_quantiles_of(steps.gains)));
    return text +
           fmt::format("\nCounted separately, {}: no suggestion of this kind exists.\n", steps.no_kind);
}

std::string suggestions_section(const Record& record) {
    std::string rows;
    for (const auto& [id, lab] : record.labs)
        if (lab.speedups)
            for (const RungPair& pair : pairs_of(lab)) rows += pair_row(id, pair);
    if (rows.empty()) return {};
    return fmt::format(
               "\n## Suggestions\n\n"
               "For a build, the model computes suggestions: changes, and the speedup that each would give "
               "by "
               "itself. This table compares\nthe two best ones for a rung with what the next rung does. A "
               "pair of adjacent rungs counts if the upper one is at\nleast {} times as fast, as measured. A "
               "person who had read the code of a rung, and had not seen the model's suggestions,\njudged "
               "what "
               "it applies; `lab.toml` records that. A rung often makes more than one change, and a "
               "suggestion "
               "is one change.\n`host_work` and `host_waits` were added last: the rungs that apply them were "
               "judged with knowledge of the model's suggestions.\nLabs without speedups are excluded.\n",
               min_step_speedup) +
           steps_in_words(figures_of_labs(record).steps) +
           "\n| lab | from | to | gain, measured | modelled | it applies | first suggestion | second |\n"
           "|---|---|---|---:|---:|---|---|---|\n" +
           rows;
}

} // namespace

std::string in_words(const ErrorQuantiles& spread) {
    return fmt::format("half within {:.0f} %, nine of ten within {:.0f} %", 100 * spread.median,
                       100 * spread.p90);
}

fs::path page_file(const fs::path& course_root) { return course_root / "docs" / "results" / "model.md"; }

std::string page(const Record& record, const std::string& slug) {
    const std::string file = fmt::format("times/{}/modelled.json", slug);
    return fmt::format("# Accuracy of the performance model\n\n"
                       "Written by `grader times --write` from [{0}]({0}).\n\n"
                       "The simulator models [how long a launch would "
                       "take](../../simulator/README.md#performance-model) on an {1}. This\npage "
                       "compares its times with those measured on such a GPU. An error of 20 % means that a "
                       "value is 1.2 times the correct\none, or that the correct one is 1.2 times the value. "
                       "*Half within 10 %* means that half of the values have an error\nof 10 % or less; "
                       "*nine of ten* is used in the same way.\n",
                       file, record.device) +
           labs_section(record) + programs_section(record) + suggestions_section(record);
}

} // namespace grader::accuracy
