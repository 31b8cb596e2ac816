#include "authoring/records/calibration/conclude.h"

#include <algorithm>
#include <utility>

#include "base/record/digits.h"
#include "grading/measure/verdict.h"

namespace grader::calibration {
namespace {

using thresholds::LabTimes;
using thresholds::MeasuredProgram;
using thresholds::passing_share;
using thresholds::ProgramTimes;
using thresholds::Reference;
using thresholds::Role;
using thresholds::speedup_digits;

/// A rung is close to `pass` if it is faster by at most this factor.
constexpr double max_factor_to_pass = 1.15;

const CaseResult* graded_case(const Lab& lab, const Results& results) {
    const auto cases = results.labs.find(lab.id);
    return cases == results.labs.end() || cases->second.empty() ? nullptr : &cases->second.front();
}

/// Returns the slowest rung that must pass, if it was measured to be close to `pass`.
const Rung* closest_rung(const Lab& lab, const Results& results) {
    const CaseResult* const graded = graded_case(lab, results);
    if (graded == nullptr) return nullptr;
    const double pass = lab.manifest.speed.thresholds.at(lab.manifest.speed.reference).pass;
    const Rung* closest = nullptr;
    double slowest = max_factor_to_pass * pass;
    for (const Rung& rung : lab.manifest.rungs) {
        const RungResult* const measured = graded->find(rung.name());
        if (!rung.expect.pass() || measured == nullptr || measured->speedup > slowest) continue;
        closest = &rung;
        slowest = measured->speedup;
    }
    return closest;
}

/// Counts the verdicts on @p program against @p threshold. A grade without times counts as a fail.
ThresholdVerdicts count_verdicts(VerdictCriterion criterion, const ProgramTimes& program, double threshold) {
    ThresholdVerdicts counted{criterion, program.role, threshold, {}};
    for (const Measurement& grade : program.grades)
        counted.count.add(grade.wrong.empty() ? judge(grade.rounds, threshold).where : ThresholdSide::below);
    return counted;
}

const ProgramTimes* times_of(const LabTimes& times, Role role) {
    const auto found = std::find_if(times.programs.begin(), times.programs.end(),
                                    [&](const ProgramTimes& program) { return program.role == role; });
    return found == times.programs.end() ? nullptr : &*found;
}

/// Returns the verdicts by all criteria: first of builds at a threshold derived from themselves, then against
/// the lab's thresholds.
std::vector<ThresholdVerdicts> all_verdicts(const LabTimes& times, const CalibratedLab& lab) {
    std::vector<ThresholdVerdicts> verdicts;
    const auto add_verdicts = [&](VerdictCriterion criterion, Role role, double threshold) {
        if (const ProgramTimes* const program = times_of(times, role))
            verdicts.push_back(
                count_verdicts(criterion, *program, round_to_digits(threshold, speedup_digits)));
    };
    // The speedup of the baseline against itself is 1 by definition, whatever was measured.
    for (const auto& [criterion, share] :
         {std::pair{VerdictCriterion::at, 1.0}, {VerdictCriterion::above, passing_share}}) {
        add_verdicts(criterion, Role::baseline, share);
        add_verdicts(criterion, Role::solution, share * lab.find(Role::solution)->ratio);
    }
    add_verdicts(VerdictCriterion::known, lab.find(Role::known) != nullptr ? Role::known : Role::baseline,
                 lab.threshold.pass);
    add_verdicts(VerdictCriterion::closest, Role::closest, lab.threshold.pass);
    add_verdicts(VerdictCriterion::full, Role::solution, lab.threshold.full);
    return verdicts;
}

} // namespace

std::vector<MeasuredProgram> programs_of(const Lab& lab, const Results& results) {
    std::vector<MeasuredProgram> programs = thresholds::programs_of(lab);
    if (const Rung* const rung = closest_rung(lab, results))
        programs.insert(programs.end() - 1, {Role::closest, lab.solutions / "ladder" / rung->file});
    return programs;
}

Reference reference_of(const Lab& lab) {
    const SpeedRule& speed = lab.manifest.speed;
    return {speed.reference, speed.thresholds.at(speed.reference)};
}

CalibratedLab conclude(const LabTimes& times, const Reference& reference, const std::string& slug) {
    CalibratedLab lab;
    lab.case_name = times.case_name;
    lab.reference = reference;
    lab.seconds = round_to_digits(times.seconds, 3);
    lab.reached = measured_speedups(times);
    lab.limit = limit_of(times);
    lab.threshold = thresholds_of(lab, slug);
    lab.verdicts = all_verdicts(times, lab);
    return lab;
}

Threshold thresholds_of(const CalibratedLab& lab, const std::string& slug) {
    const Threshold derived = derive_threshold(ratios_of(lab.reached, lab.limit), lab.reference);
    if (slug != lab.reference.gpu) return derived;
    Threshold chosen = lab.reference.threshold;
    chosen.solution = derived.solution;
    chosen.limit = derived.limit;
    return chosen;
}

} // namespace grader::calibration
