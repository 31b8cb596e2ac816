// Cost of the course on the simulator: CPU time of the baseline and the solution of each lab with gates, at
// the sizes at which a grade counts and checks them. CPU time is that of the runner's process, including its
// start.
//
//     build/bin/course_bench [ROUNDS]
//
// Prints a table as Markdown. docs/results/simulator.md contains the output of one machine.

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "base/errors.h"
#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/inspect/instrumented_run.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/technique_step.h"
#include "grading/toolchain/compile.h"

namespace {

namespace fs = std::filesystem;
using namespace grader;

constexpr std::uint64_t seed = 1;
constexpr int default_rounds = 5;

// Returns the CPU time of child processes that have ended and were waited for. Unlike elapsed time, it hardly
// depends on other programs on the machine.
double seconds_of_children() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Returns the minimum of several rounds, because other load on the machine only ever adds time.
template <typename Run> double best_seconds(int rounds, const Run& run) {
    double best = 1e9;
    for (int n = 0; n < rounds; ++n) {
        const double begin = seconds_of_children();
        run();
        best = std::min(best, seconds_of_children() - begin);
    }
    return best;
}

// Cost of a build in the two steps of a grade that always run on the simulator.
struct Cost {
    double millions = 0; // counted warp instructions in millions
    double counted = 0;  // seconds of the counted run
    double checked = 0;  // seconds of the checked run
};

Cost cost_of(const Backend& backend, const Build& build, int rounds) {
    Cost cost;
    cost.counted = best_seconds(rounds, [&] {
        const CountedRun run = count(backend, build, counted_calls(build.lab));
        if (!run.fault.empty()) throw EnvironmentError(sentence(run.fault));
        cost.millions = 0;
        for (const ObservedLaunch& launch : run.observed)
            cost.millions += launch.counts.at("smsp__inst_executed.sum") / 1e6;
    });
    cost.checked = best_seconds(rounds, [&] {
        for (const Case& one : build.lab.manifest.clean) {
            const InstrumentedRun run =
                run_instrumented(backend, build, one.draw(seed), seed, Instrumentation::mistakes);
            if (!run.fault.empty()) throw EnvironmentError(sentence(run.fault));
            if (!run.observed) throw EnvironmentError(build.lab.id + ": the simulator wrote no report.");
        }
    });
    return cost;
}

void print_row(const std::string& name, const std::string& build, const Cost& cost) {
    fmt::print("| {} | {} | {:.2f} M | {:.0f} ms | {:.0f} ms |\n", name, build, cost.millions,
               cost.counted * 1e3, cost.checked * 1e3);
}

void bench(int rounds) {
    const fs::path programs = fs::read_symlink("/proc/self/exe").parent_path();
    const fs::path built = programs.parent_path();
    const auto backend = make_backend("sim", {programs, built / "grades"});
    const Course course(Course::find_root(fs::current_path()), built / "labs");
    fmt::print(
        "CPU time, the minimum of {} runs each.\n\n"
        "| lab | program | warp instructions counted | counted | checked |\n|---|---|---:|---:|---:|\n",
        rounds);
    Cost sum;
    for (const Lab& lab : course.labs()) {
        if (!lab.manifest.has_step("technique")) continue; // the simulator counts nothing for this lab
        for (const LabProgram& entry : lab_programs(lab)) {
            if (entry.name != "baseline" && entry.name != "solution") continue;
            const CompileResult build = compile(backend->compile_job(entry.source, lab, {}));
            if (!build.ok) throw EnvironmentError(entry.source.string() + " does not compile:\n" + build.log);
            const Cost cost = cost_of(*backend, build_of(lab, build.object), rounds);
            print_row(lab.id, entry.name, cost);
            sum.millions += cost.millions;
            sum.counted += cost.counted;
            sum.checked += cost.checked;
        }
    }
    print_row("all", "", sum);
}

} // namespace

int main(int argc, char** argv) {
    try {
        bench(argc > 1 ? std::max(1, std::atoi(argv[1])) : default_rounds);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
