#include "calibration/trials.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include <fmt/core.h>

#include "grade/speed_step.h"

namespace grader::calibration {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Digits of a speedup in a record: what repeats from run to run, and no more.
constexpr int speedup_digits = 4;

/// A rung is close to `pass` where it is faster by this factor at most.
constexpr double close_to_pass = 1.15;

const CaseResult* graded_case(const Lab& lab, const Results& results) {
    const auto cases = results.labs.find(lab.id);
    return cases == results.labs.end() || cases->second.empty() ? nullptr : &cases->second.front();
}

/// The slowest of the rungs that have to pass, where it was measured to be close to `pass`.
const Rung* closest_rung(const Lab& lab, const Results& results) {
    const CaseResult* const graded = graded_case(lab, results);
    if (graded == nullptr) return nullptr;
    const double pass = lab.manifest.speed.thresholds.at(lab.manifest.speed.reference).pass;
    const Rung* closest = nullptr;
    double slowest = close_to_pass * pass;
    for (const Rung& rung : lab.manifest.rungs) {
        const RungResult* const measured = graded->find(rung.name());
        if (!rung.expect.pass() || measured == nullptr || measured->speedup > slowest) continue;
        closest = &rung;
        slowest = measured->speedup;
    }
    return closest;
}

/// One grade of the build @p object. That a build crashes is what its grade came to, and no error.
Measurement grade_once(Arena& arena, const Lab& lab, const fs::path& object) {
    Measurement none;
    try {
        return arena.measure(object, {lab.manifest.speed.budget_s});
    } catch (const RunnerDied& death) {
        none.wrong = death.what();
    } catch (const RunnerFault& fault) {
        none.wrong = fault.what();
    }
    return none;
}

fs::path build_of(const Backend& backend, const Lab& lab, const fs::path& source) {
    const CompileResult build = compile(backend.compile_job(source, lab, {}));
    if (!build.ok)
        throw EnvironmentError(fmt::format("{} does not compile here:\n{}", source.string(), build.log));
    return build.object;
}

Reached reached_by(const ProgramTimes& program) {
    Reached reached{program.role, program.file, 0, 0, 0, program.grades.size(), 0};
    std::vector<double> middles;
    std::string wrong;
    for (const Measurement& grade : program.grades) {
        if (!grade.wrong.empty()) wrong = grade.wrong;
        if (grade.wrong.empty())
            for (const Round& round : grade.rounds) middles.push_back(round.ratio().median);
    }
    if (middles.empty())
        throw EnvironmentError(fmt::format("{} came to no time here: {}", program.file, wrong));
    const Interval interval = median_interval(middles);
    reached.ratio = in_digits(interval.median, speedup_digits);
    reached.low = in_digits(interval.low, speedup_digits);
    reached.high = in_digits(interval.high, speedup_digits);
    reached.rounds = middles.size();
    return reached;
}

/// The verdicts on @p program against @p threshold. A grade that came to no times is a fail.
HeldAgainst hold(Question question, const ProgramTimes& program, double threshold) {
    HeldAgainst held{question, program.role, threshold, {}};
    for (const Measurement& grade : program.grades)
        held.count.add(grade.wrong.empty() ? judge(grade.rounds, threshold).where : Call::below);
    return held;
}

const ProgramTimes* times_of(const LabTimes& times, Role role) {
    const auto found = std::find_if(times.programs.begin(), times.programs.end(),
                                    [&](const ProgramTimes& program) { return program.role == role; });
    return found == times.programs.end() ? nullptr : &*found;
}

/// What is asked of the verdicts: first of builds at a threshold of their own, then of the lab's thresholds.
std::vector<HeldAgainst> all_verdicts(const LabTimes& times, const CalibratedLab& lab) {
    std::vector<HeldAgainst> verdicts;
    const auto ask = [&](Question question, Role role, double threshold) {
        if (const ProgramTimes* const program = times_of(times, role))
            verdicts.push_back(hold(question, *program, in_digits(threshold, speedup_digits)));
    };
    // What the baseline reaches against itself is 1, whatever was measured.
    for (const auto& [question, less] :
         {std::pair{Question::at, 1.0}, {Question::above, surely_fast_enough}}) {
        ask(question, Role::baseline, 1 / less);
        ask(question, Role::solution, lab.find(Role::solution)->ratio / less);
    }
    if (!lab.threshold) return verdicts;
    ask(Question::known, lab.find(Role::known) != nullptr ? Role::known : Role::baseline,
        lab.threshold->pass);
    ask(Question::closest, Role::closest, lab.threshold->pass);
    ask(Question::full, Role::solution, lab.threshold->full);
    return verdicts;
}

} // namespace

Reference reference_of(const Lab& lab, const Results& results) {
    const SpeedRule& speed = lab.manifest.speed;
    Reference reference{speed.reference, speed.thresholds.at(speed.reference), 0};
    if (const CaseResult* const graded = graded_case(lab, results))
        if (const RungResult* const solution = graded->find("solution"))
            reference.solution = solution->speedup;
    return reference;
}

std::vector<Program> programs_of(const Lab& lab, const Results& results) {
    std::vector<Program> programs = {{Role::baseline, lab.baseline()}};
    const std::string& known = lab.manifest.speed.known;
    if (!known.empty() && known != baseline_file)
        programs.push_back({Role::known, lab.manifest.known_file(lab.directory, lab.solutions)});
    if (const Rung* const rung = closest_rung(lab, results))
        programs.push_back({Role::closest, lab.solutions / "ladder" / rung->file});
    programs.push_back({Role::solution, lab.solutions / "student.cu"});
    return programs;
}

LabTimes measure_lab(const Backend& backend, const Lab& lab, const std::vector<Program>& programs,
                     const TrialRequest& request) {
    const Clock::time_point start = Clock::now();
    const auto gone = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    request.progress(lab.id + ": compiling");
    std::vector<fs::path> objects;
    LabTimes times;
    for (const Program& program : programs) {
        objects.push_back(build_of(backend, lab, program.source));
        times.programs.push_back({program.role, program.source.filename().string(), {}});
    }
    request.progress(lab.id + ": making the inputs");
    const std::unique_ptr<Arena> arena = make_arena(backend, lab, request.seed);
    double longest = 0;
    for (std::size_t done = 0; done < fewest_grades * programs.size() || gone() + longest <= request.seconds;
         ++done) {
        ProgramTimes& program = times.programs[done % programs.size()];
        request.progress(
            fmt::format("{}: {}, {:.0f} of {:g} s", lab.id, program.file, gone(), request.seconds));
        const double before = gone();
        program.grades.push_back(grade_once(*arena, lab, objects[done % programs.size()]));
        longest = std::max(longest, gone() - before);
    }
    times.case_name = arena->case_name();
    times.seconds = gone();
    return times;
}

CalibratedLab conclude(const LabTimes& times, const Reference& reference, const std::string& slug) {
    CalibratedLab lab;
    lab.case_name = times.case_name;
    lab.reference = reference;
    lab.seconds = in_digits(times.seconds, 3);
    for (const ProgramTimes& program : times.programs) lab.reached.push_back(reached_by(program));
    lab.threshold = slug == reference.gpu ? reference.threshold : derive(lab.ratios(), reference);
    lab.verdicts = all_verdicts(times, lab);
    return lab;
}

} // namespace grader::calibration
