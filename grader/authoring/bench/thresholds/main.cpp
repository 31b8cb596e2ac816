// Tests whether thresholds transfer between GPUs: measures each lab's solution and known program once on this
// machine's GPU, and judges the times by every source of thresholds.
//
//     build/bin/threshold_bench [LAB...]     adds to docs/results/thresholds/<gpu>.json and writes docs/results/thresholds.md
//     build/bin/threshold_bench --page       writes the page alone
//
// Must be run in the course's folder. Without LAB, measures the labs that are missing in the record.

#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/secrets.h"
#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/measure/device_lock.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/speed_step.h"
#include "grading/thresholds/select_thresholds.h"
#include "grading/toolchain/compile.h"
#include "threshold_record.h"

namespace {

namespace fs = std::filesystem;
using namespace grader;
using threshold_sources::ProgramVerdicts;
using threshold_sources::Record;
using thresholds::Role;

constexpr std::array sources = {ThresholdSource::measured, ThresholdSource::here};

class ThresholdBench {
public:
    ThresholdBench()
        : places_{programs(), programs().parent_path() / "thresholds"},
          course_(fs::current_path(), programs().parent_path() / "labs"),
          backend_(
              make_backend("gpu", places_, "", make_isolation(IsolationRequest::strict, places_.programs))) {
        if (!backend_->availability().usable)
            throw EnvironmentError(sentence(backend_->availability().reason));
        const DeviceFacts& device = backend_->device();
        file_ = threshold_sources::record_directory(course_.root()) / (device.slug + ".json");
        record_ = threshold_sources::read_record(file_);
        record_.device = device.name;
        record_.driver = device.driver;
        record_.toolkit = device.runtime;
    }

    void measure(const std::vector<std::string>& names) {
        const DeviceLock lock(lock_name(backend_->device()), [] {});
        for (const Lab& lab : course_.labs())
            if (lab.manifest.has_timed_cases() && is_wanted(lab, names)) {
                record_.labs[lab.id] = judge_programs(lab);
                threshold_sources::write_record(file_, record_);
            }
    }

private:
    static fs::path programs() { return fs::read_symlink("/proc/self/exe").parent_path(); }

    [[nodiscard]] bool is_wanted(const Lab& lab, const std::vector<std::string>& names) const {
        if (names.empty()) return !record_.labs.contains(lab.id);
        for (const std::string& name : names)
            if (&course_.lab(name) == &lab) return true;
        return false;
    }

    [[nodiscard]] fs::path built(const Lab& lab, const fs::path& source) const {
        const CompileResult compiled = compile(backend_->compile_job(source, lab, {}));
        if (!compiled.ok) throw EnvironmentError(compiled.log);
        return compiled.object;
    }

    std::vector<ProgramVerdicts> judge_programs(const Lab& lab) {
        std::vector<ThresholdsInUse> in_use;
        for (const ThresholdSource source : sources)
            in_use.push_back(thresholds::select_thresholds(*backend_, lab,
                                                           {course_.root(), places_, source, secret_seed()}));
        const std::unique_ptr<SpeedBenchmark> benchmark = make_benchmark(*backend_, lab, secret_seed());
        std::vector<thresholds::MeasuredProgram> programs = thresholds::programs_of(lab);
        // A baseline that is also the known program is judged as the known program.
        programs.front().role = Role::known;
        if (programs.size() > 2) programs.erase(programs.begin());
        std::vector<ProgramVerdicts> all;
        for (const thresholds::MeasuredProgram& program : programs) {
            const Measurement measured =
                benchmark->measure(built(lab, program.source), {lab.manifest.speed.budget_s});
            if (!measured.wrong.empty()) throw EnvironmentError(sentence(measured.wrong));
            all.push_back(judge(*benchmark, lab, program, measured.rounds, in_use));
            std::cout << fmt::format("{} {}: {:.2f} times\n", lab.id, all.back().file, all.back().speedup)
                      << std::flush;
        }
        return all;
    }

    static ProgramVerdicts judge(const SpeedBenchmark& benchmark, const Lab& lab,
                                 const thresholds::MeasuredProgram& program, const std::vector<Round>& rounds,
                                 const std::vector<ThresholdsInUse>& in_use) {
        ProgramVerdicts judged{program.role, program.source.filename().string(), 0, 0, {}};
        for (const ThresholdsInUse& thresholds : in_use) {
            const Speedup speedup = summarize(benchmark, rounds, thresholds);
            Step step{"fast", Status::fail, {}, {}, 0, lab.manifest.score.fast};
            judge_speedup(step, speedup);
            judged.speedup = speedup.ratio;
            judged.of_limit = speedup.of_limit;
            judged.verdicts[thresholds.source] = {speedup.threshold, speedup.full, step.status, step.points};
        }
        return judged;
    }

    GraderPaths places_;
    Course course_;
    std::unique_ptr<Backend> backend_;
    fs::path file_;
    Record record_;
};

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        if (words != std::vector<std::string>{"--page"}) ThresholdBench().measure(words);
        write_atomically(fs::current_path() / "docs" / "results" / "thresholds.md",
                         threshold_sources::page(threshold_sources::all_records(fs::current_path())));
    } catch (const std::exception& problem) {
        std::cerr << problem.what() << '\n';
        return 3;
    }
    return 0;
}
