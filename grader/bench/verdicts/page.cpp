#include "page.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "errors.h"

namespace grader::verdicts {
namespace {

constexpr std::size_t drawn = 10'000;

/// Trials that can be held against one threshold: of one build of one lab, quiet or not.
using Group = std::pair<std::string, bool>;

double reached(const std::vector<Trial>& trials) {
    std::vector<double> ratios;
    for (const Trial& trial : trials)
        for (const Round& round : trial.rounds) ratios.push_back(round.ratio().median);
    return median(ratios);
}

std::map<Group, std::vector<Trial>> groups_of(const std::vector<Trial>& trials, const std::string& build) {
    std::map<Group, std::vector<Trial>> groups;
    for (const Trial& trial : trials)
        if (trial.build == build) groups[{trial.lab, trial.beside}].push_back(trial);
    return groups;
}

Count& operator+=(Count& all, const Count& more) {
    all.verdicts += more.verdicts;
    all.above += more.above;
    all.close += more.close;
    all.below += more.below;
    return all;
}

std::string row(const std::string& what, const std::string& where, const Count& count) {
    return fmt::format("| {} | {} | {} | {} | {} | {} |\n", what, where, count.verdicts, count.above,
                       count.close, count.below);
}

} // namespace

void Count::add(Call where) {
    ++verdicts;
    above += where == Call::above ? 1 : 0;
    close += where == Call::straddles ? 1 : 0;
    below += where == Call::below ? 1 : 0;
}

Count verdicts_on(const std::vector<Trial>& trials, double share) {
    const double threshold = share * reached(trials);
    Count count;
    for (const Trial& trial : trials) count.add(judge(trial.rounds, threshold).where);
    return count;
}

Count drawn_verdicts(const std::vector<Trial>& trials, double share, std::size_t number) {
    const double threshold = share * reached(trials);
    std::vector<Round> rounds;
    for (const Trial& trial : trials) rounds.insert(rounds.end(), trial.rounds.begin(), trial.rounds.end());
    std::mt19937_64 random(1); // the same page each time
    Count count;
    for (std::size_t i = 0; i < number; ++i) {
        std::vector<Round> three;
        std::sample(rounds.begin(), rounds.end(), std::back_inserter(three), 3, random);
        count.add(judge(three, threshold).where);
    }
    return count;
}

double highest_rate(std::size_t verdicts_without_a_fail) {
    constexpr double unlikely = 0.05;
    return 1 - std::pow(unlikely, 1 / static_cast<double>(verdicts_without_a_fail));
}

std::string page(const std::vector<Trial>& trials) {
    if (trials.empty()) throw EnvironmentError("there are no trials");
    const std::vector<std::pair<std::string, Question>> questions = {
        {"baseline against 0.97 of itself", {"baseline", 0.97}},
        {"solution, 3 % above its threshold", {"solution", 0.97}},
        {"solution, 10 % below its threshold", {"solution", 1 / 0.9}}};
    std::string text = fmt::format(
        "# How often a verdict on speed is wrong\n\n"
        "Made by `build/bin/verdict_bench judge docs/results/verdicts.jsonl`, from times measured on {} as "
        "the step "
        "`fast` does:\n"
        "three rounds of fresh processes each, at the level `keeper`. \"Beside another program\" means that "
        "`build/bin/neighbour` used GPU and\n"
        "host meanwhile. A threshold is a share of what the build reaches in all trials together.\n\n"
        "| build | where | verdicts | passed | too close | failed |\n|---|---|---:|---:|---:|---:|\n",
        trials.front().device);
    Count honest;
    for (const auto& [what, question] : questions)
        for (const auto& [group, of_group] : groups_of(trials, question.build)) {
            const Count count = verdicts_on(of_group, question.share);
            text += row(what, group.first + (group.second ? ", beside another program" : ""), count);
            if (question.share < 1) honest += count;
        }
    text += fmt::format("\nOf {} verdicts on builds that reach their threshold, {} {} a fail. ",
                        honest.verdicts, honest.below, honest.below == 1 ? "was" : "were");
    if (honest.below == 0)
        text += fmt::format("So at 95 % confidence, fewer than {:.1f} % are.\n",
                            100 * highest_rate(honest.verdicts));
    text += fmt::format(
        "\n## Drawn from the same processes\n\nIn each row, {} times three rounds are drawn from all that "
        "were recorded. No new time was measured for it.\n\n"
        "| build | where | verdicts | passed | too close | failed |\n|---|---|---:|---:|---:|---:|\n",
        drawn);
    for (const auto& [what, question] : questions)
        for (const auto& [group, of_group] : groups_of(trials, question.build))
            text += row(what, group.first + (group.second ? ", beside another program" : ""),
                        drawn_verdicts(of_group, question.share, drawn));
    return text;
}

} // namespace grader::verdicts
