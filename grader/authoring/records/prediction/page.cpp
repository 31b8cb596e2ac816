#include "authoring/records/prediction/page.h"

#include <algorithm>

#include <fmt/core.h>

#include "authoring/records/model/error_statistics.h"
#include "authoring/records/model/page.h"

namespace grader::prediction {
namespace {

namespace fs = std::filesystem;

const char* word_of(Status status) {
    return status == Status::pass ? "pass" : status == Status::fail ? "fail" : "too close";
}

/// Counts of verdicts.
struct Tally {
    std::size_t all = 0;
    std::size_t passing_solutions = 0;
    std::size_t failing_solutions = 0;
    std::size_t failing_known = 0;
    std::vector<double> errors; ///< ComparedPrediction::ratio_error()

    void add(const ComparedPrediction& one) {
        ++all;
        const Status solution = one.verdict(one.right.solution);
        passing_solutions += solution == Status::pass ? 1 : 0;
        failing_solutions += solution == Status::fail ? 1 : 0;
        failing_known += one.verdict(one.right.known) == Status::fail ? 1 : 0;
        errors.push_back(one.ratio_error());
    }
};

std::string percents(const std::vector<double>& errors) {
    return fmt::format("{:.0f} % | {:.0f} %", 100 * accuracy::quantile(errors, 0.5),
                       100 * accuracy::quantile(errors, 0.9));
}

std::string tally_in_words(const Tally& tally) {
    return fmt::format(
        "{} of {} solutions pass and {} fail; {} of {} known programs fail. Ratio of solution and known "
        "program: {}.\n",
        tally.passing_solutions, tally.all, tally.failing_solutions, tally.failing_known, tally.all,
        accuracy::in_words(accuracy::error_quantiles_of(tally.errors)));
}

std::string cells(const ComparedPrediction& one, double right, double predicted) {
    return fmt::format(" {:.4g} | {:.4g} | {} |", right, predicted, word_of(one.verdict(right)));
}

std::string measured_section(const std::string& slug, const Comparisons& measured) {
    std::string rows;
    Tally tally;
    std::string from;
    for (const auto& [lab, gpus] : measured) {
        const auto found = gpus.find(slug);
        if (found == gpus.end()) continue;
        const ComparedPrediction& one = found->second;
        from = one.from;
        rows += fmt::format("| {} |{}{} {:.3g} to {:.3g} | {:.0f} % | {:.0f} % |\n", lab,
                            cells(one, one.right.known, one.predicted.known),
                            cells(one, one.right.solution, one.predicted.solution), one.threshold.pass,
                            one.threshold.full, 100 * one.band, 100 * one.ratio_error());
        tally.add(one);
    }
    return fmt::format(
        "\n### `{}`, predicted from `{}`\n\n{}\n"
        "| lab | known, measured | predicted | verdict | solution, measured | predicted | verdict | "
        "needed to pass and for all points | band | error of the ratio |\n"
        "|---|---:|---:|---|---:|---:|---|---|---:|---:|\n{}",
        slug, from, tally_in_words(tally), rows);
}

/// Renders a row of the tables of modelled GPUs.
std::string row(const std::string& name, const Tally& tally, const std::string& more) {
    return fmt::format("| {} | {} | {} of {} | {} | {} of {} |{}\n", name, percents(tally.errors),
                       tally.passing_solutions, tally.all, tally.failing_solutions, tally.failing_known,
                       tally.all, more);
}

} // namespace

fs::path page_file(const fs::path& course_root) { return course_root / "docs" / "results" / "predicted.md"; }

std::string page(const Comparisons& modelled, const Comparisons& measured) {
    Tally all;
    std::map<std::string, Tally> by_gpu;
    std::map<std::string, std::string> from;
    std::string labs;
    for (const auto& [lab, gpus] : modelled) {
        Tally tally;
        for (const auto& [slug, one] : gpus) {
            tally.add(one);
            all.add(one);
            by_gpu[slug].add(one);
            from[slug] = one.from;
        }
        labs += row(lab, tally, fmt::format(" {:.0f} % |", 100 * gpus.begin()->second.band));
    }
    std::string gpus;
    for (const auto& [slug, tally] : by_gpu)
        gpus += row(fmt::format("`{}`", slug), tally, fmt::format(" `{}` |", from.at(slug)));
    std::map<std::string, bool> slugs;
    for (const auto& [lab, cards] : measured)
        for (const auto& [slug, one] : cards) slugs[slug] = true;
    std::string cards;
    for (const auto& [slug, unused] : slugs) cards += measured_section(slug, measured);

    const std::string head =
        "half within | nine of ten within | solutions that pass | that fail | known programs "
        "that fail |";
    const std::string rule = "|---|---:|---:|---:|---:|---:|---:|\n";
    return fmt::format("# Predicted thresholds\n\n"
                       "On a GPU without measured thresholds, a grade uses those that are predicted from the "
                       "modelled GPU that is most\n"
                       "like it: `labs/<lab>/modelled.json` has the modelled calls of baseline, known "
                       "program (the techniques of earlier\n"
                       "labs) and solution on each modelled GPU, `build/bin/calibrate` measures the rates "
                       "and latencies of the GPU at hand,\n"
                       "and each part of a time is scaled by the ratio of what it depends on. `grader "
                       "predict --write` writes this page;\n"
                       "`grader predict --record` models the calls.\n\n"
                       "The **band** is the relative error that nine of ten speedups keep if each modelled "
                       "GPU is predicted from the\n"
                       "others, but no less than the error of the lab's modelled speedups on an H200 "
                       "([model.md](model.md)). A build within\n"
                       "the band of `pass` neither fails nor loses points.\n\n"
                       "## Measured GPUs\n\n"
                       "The models of both Hopper GPUs are left out, so that both are predicted from an "
                       "A100. The H200 has its rates as\n"
                       "`calibrate` measures them, the H100 those of its model. The speedups are those of "
                       "[thresholds.md](thresholds.md).\n"
                       "{}\n"
                       "## Modelled GPUs\n\n"
                       "Each GPU is predicted from the others and compared with its own model. {}\n"
                       "| lab | {} band |\n{}{}\n"
                       "| GPU | {} predicted from |\n{}{}",
                       cards, tally_in_words(all), head, rule, labs, head, rule, gpus);
}

} // namespace grader::prediction
