// How often a verdict on speed is wrong: times of baselines and solutions, process by process, and what the grader's rule
// makes of them.
//
//     build/bin/verdict_bench measure LAB baseline|solution quiet|beside RUNS FILE
//     build/bin/verdict_bench judge FILE
//
// `measure` does on a GPU what the step `fast` does, RUNS times, and appends a line for each to FILE, so that it can be done
// in several goes. With `beside`, another program uses host and GPU meanwhile. `judge` prints the page that
// docs/results/verdicts.md holds.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>

#include <fmt/core.h>

#include "backend/backend.h"
#include "child/process.h"
#include "course/course.h"
#include "errors.h"
#include "files.h"
#include "grade/speed_step.h"
#include "measure/device_lock.h"
#include "page.h"
#include "record.h"
#include "secrets.h"
#include "toolchain/compile.h"

namespace {

namespace fs = std::filesystem;
using namespace grader;

constexpr const char* usage = "usage: verdict_bench measure LAB baseline|solution quiet|beside RUNS FILE\n"
                              "       verdict_bench judge FILE\n";

fs::path programs() { return fs::read_symlink("/proc/self/exe").parent_path(); }

Measurement measure_once(const Backend& backend, const Lab& lab, const fs::path& object) {
    const DeviceLock lock(backend.device().slug, [] {});
    return make_arena(backend, lab, secret_seed())->measure(object, {lab.manifest.speed.budget_s});
}

int measure(const std::string& id, const std::string& build, bool beside, int runs, const fs::path& file) {
    const Places places{programs(), programs().parent_path() / "verdicts"};
    const Course course(fs::current_path(), programs().parent_path() / "labs");
    const Lab& lab = course.lab(id);
    const std::unique_ptr<Backend> backend =
        make_backend("gpu", places, "", make_isolation(IsolationWish::strict, places.programs));
    if (!backend->availability().usable) throw EnvironmentError(backend->availability().reason);
    const fs::path source = build == "baseline" ? lab.baseline() : lab.solutions / "student.cu";
    const CompileResult compiled = compile(backend->compile_job(source, lab, {}));
    if (!compiled.ok) throw EnvironmentError(compiled.log);
    std::optional<Process> neighbour;
    if (beside) neighbour.emplace(ProcessSpec{{(places.programs / "neighbour").string()}});
    for (int run = 0; run < runs; ++run) {
        const Measurement measurement = measure_once(*backend, lab, compiled.object);
        if (!measurement.wrong.empty()) throw EnvironmentError(measurement.wrong);
        std::ofstream(file, std::ios::app)
            << verdicts::to_line({backend->device().name, lab.id, build, beside, measurement.rounds}) << '\n';
        std::cout << fmt::format("{} {} {}: {:.3f}\n", lab.id, build, beside ? "beside" : "quiet",
                                 judge(measurement.rounds, 1).ratio.median)
                  << std::flush;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        if (words.size() == 2 && words[0] == "judge") {
            std::cout << verdicts::page(verdicts::read_record(words[1]));
            return 0;
        }
        if (words.size() == 6 && words[0] == "measure")
            return measure(words[1], words[2], words[3] == "beside", std::atoi(words[4].c_str()), words[5]);
    } catch (const std::exception& problem) {
        std::cerr << problem.what() << '\n';
        return 3;
    }
    std::cerr << usage;
    return 2;
}
