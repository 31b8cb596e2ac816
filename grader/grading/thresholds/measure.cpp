#include "grading/thresholds/measure.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/record/digits.h"
#include "grading/measure/statistics.h"
#include "grading/messages/device.h"
#include "grading/messages/machine_error.h"
#include "grading/steps/speed_step.h"
#include "grading/toolchain/compile.h"

namespace grader::thresholds {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Measures one grade of the build @p object. A build that crashes has no times, which is not an
/// infrastructure error.
Measurement grade_once(SpeedBenchmark& benchmark, const Lab& lab, const fs::path& object) {
    Measurement none;
    try {
        return benchmark.measure(object, {lab.manifest.speed.budget_s});
    } catch (const RunnerDied& death) {
        none.wrong = death.message;
    } catch (const RunnerFault& fault) {
        none.wrong = fault.message;
    }
    return none;
}

fs::path built_program(const Backend& backend, const Lab& lab, const fs::path& source) {
    const CompileResult build = compile(backend.compile_job(source, lab, {}));
    if (!build.ok)
        throw EnvironmentError(fmt::format("{} does not compile here:\n{}", source.string(), build.log));
    return build.object;
}

MeasuredSpeedup measured_speedups(const ProgramTimes& program) {
    MeasuredSpeedup reached{program.role, program.file, 0, 0, 0, program.grades.size(), 0};
    std::vector<double> round_medians;
    Message wrong;
    for (const Measurement& grade : program.grades) {
        if (!grade.wrong.empty()) wrong = grade.wrong;
        if (grade.wrong.empty())
            for (const Round& round : grade.rounds) round_medians.push_back(round.ratio().median);
    }
    if (round_medians.empty())
        throw MachineError({messages::no_time_here, {{"program", program.file}, {"why", wrong}}});
    const Interval interval = median_interval(round_medians);
    reached.ratio = round_to_digits(interval.median, speedup_digits);
    reached.low = round_to_digits(interval.low, speedup_digits);
    reached.high = round_to_digits(interval.high, speedup_digits);
    reached.rounds = round_medians.size();
    return reached;
}

} // namespace

std::vector<MeasuredProgram> programs_of(const Lab& lab) {
    std::vector<MeasuredProgram> programs = {{Role::baseline, lab.baseline()}};
    const std::string& known = lab.manifest.speed.known;
    if (!known.empty() && known != baseline_file)
        programs.push_back({Role::known, lab.manifest.known_file(lab.directory, lab.solutions)});
    programs.push_back({Role::solution, lab.solutions / "student.cu"});
    return programs;
}

LabTimes measure(const Backend& backend, const Lab& lab, const std::vector<MeasuredProgram>& programs,
                 const Request& request) {
    const Clock::time_point start = Clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    request.progress(lab.id + ": compiling");
    std::vector<fs::path> objects;
    LabTimes times;
    for (const MeasuredProgram& program : programs) {
        objects.push_back(built_program(backend, lab, program.source));
        times.programs.push_back({program.role, program.source.filename().string(), {}});
    }
    request.progress(lab.id + ": making the inputs");
    const std::unique_ptr<SpeedBenchmark> benchmark = make_benchmark(backend, lab, request.seed);
    double longest = 0;
    for (std::size_t done = 0;
         done < request.min_grades * programs.size() || elapsed() + longest <= request.seconds; ++done) {
        ProgramTimes& program = times.programs[done % programs.size()];
        request.progress(fmt::format("{}: {}, {:.0f} s elapsed", lab.id, program.file, elapsed()));
        const double before = elapsed();
        program.grades.push_back(grade_once(*benchmark, lab, objects[done % programs.size()]));
        longest = std::max(longest, elapsed() - before);
    }
    times.case_name = benchmark->case_name();
    times.limit_ms = benchmark->limit().ms;
    times.seconds = elapsed();
    return times;
}

std::vector<MeasuredSpeedup> measured_speedups(const LabTimes& times) {
    std::vector<MeasuredSpeedup> all;
    for (const ProgramTimes& program : times.programs) all.push_back(measured_speedups(program));
    return all;
}

const MeasuredSpeedup* find(const std::vector<MeasuredSpeedup>& reached, Role role) {
    const auto found = std::find_if(reached.begin(), reached.end(),
                                    [=](const MeasuredSpeedup& one) { return one.role == role; });
    return found == reached.end() ? nullptr : &*found;
}

Ratios ratios_of(const std::vector<MeasuredSpeedup>& reached, double limit) {
    Ratios ratios;
    if (const MeasuredSpeedup* solution = find(reached, Role::solution)) ratios.solution = solution->low;
    if (const MeasuredSpeedup* known = find(reached, Role::known)) ratios.known = known->ratio;
    if (const MeasuredSpeedup* closest = find(reached, Role::closest)) ratios.closest = closest->ratio;
    ratios.limit = limit;
    return ratios;
}

double limit_of(const LabTimes& times) {
    std::vector<double> baseline_ms;
    for (const ProgramTimes& program : times.programs)
        for (const Measurement& grade : program.grades)
            for (const Pair& pair : pairs_of(grade.rounds)) baseline_ms.push_back(pair.baseline_ms);
    if (!(times.limit_ms > 0) || baseline_ms.empty()) return 0;
    return round_to_digits(median(baseline_ms) / times.limit_ms, speedup_digits);
}

} // namespace grader::thresholds
