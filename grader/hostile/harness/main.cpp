// Runs one case of the corpus: hostile_case --project DIR --build DIR --backend NAME CASE
//
// With --kills N, the case is an honest one, and the grader is killed N times (harness/kills.h).
//
// Exit status: 0 all checks passed, 1 some failed, 4 the case cannot run here; the reasons for 1 and 4 are
// printed.

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <random>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "hostile/harness/call.h"
#include "hostile/harness/hostile_case.h"
#include "hostile/harness/judge.h"
#include "hostile/harness/kills.h"
#include "hostile/harness/observe.h"
#include "hostile/harness/server.h"
#include "hostile/harness/snapshot.h"
#include "hostile/harness/stage.h"
#include "hostile/harness/stage_folder.h"
#include "testing/harness.h"
#include "testing/schema_check.h"

namespace {

namespace fs = std::filesystem;
using namespace hostile;
using nlohmann::json;

constexpr int skipped = 4;

/// Snapshot of everything that must stay unchanged. The build cache and the simulator's cache may grow.
const std::vector<std::string> protected_parts = {"install/bin", "install/lib", "install/labs", "course",
                                                  "class",       "canary",      "home"};
const std::vector<std::string> retained_parts = {"install/grades", "cache"};

/// In a PID namespace, `kill(-1)` ends only the processes of the case.
std::vector<std::string> in_pid_namespace(std::vector<std::string> argv) {
    // PID 1 of a namespace ignores signals from inside, so it is a shell, and not the grader.
    std::vector<std::string> prefix = {
        "unshare", "--pid", "--fork", "--mount-proc", "--kill-child", "sh", "-c", R"("$@"; exit $?)", "sh"};
    if (::geteuid() != 0) prefix.insert(prefix.begin() + 1, {"--user", "--map-root-user"});
    argv.insert(argv.begin(), prefix.begin(), prefix.end());
    return argv;
}

/// Grades the neighbour first, so that the build cache has its builds; they must be correct, or the case
/// proves nothing.
void grade_neighbour(const HostileCase& hostile, const Stage& stage, const std::string& backend,
                     const StageFolder& place) {
    // Only the neighbour has been graded so far, so the cache entries are the neighbour's and trustworthy.
    const fs::path kept = place.neighbour_builds() / fmt::format("{}.{}", backend, hostile.lab);
    if (fs::exists(kept)) copy_tree(kept, stage / "install/grades");
    std::vector<std::string> argv = command_line(hostile, stage, backend);
    // A single case is enough to have the file built.
    argv.insert(argv.end(), {"--file", stage.honest_file().string(), "--case", "one", "--exit-zero"});
    const Outcome outcome =
        observe(argv, environment_of(stage), stage / "install/bin/grader", stage / "seen", {});
    if (outcome.status != 0 || !outcome.left.empty())
        throw std::runtime_error(
            fmt::format("the neighbour cannot be graded alone:\n{}{}", outcome.out, outcome.err));
    remove_everything(kept);
    copy_tree(stage / "install/grades", kept);
}

/// The targets of @p hostile must exist beforehand, or their later presence proves nothing.
void require_targets(const HostileCase& hostile, const Snapshot& before, const Snapshot& before_kept) {
    for (const std::string& target : hostile.untouched)
        if (!before.contains(target) && !before_kept.contains(target))
            throw std::runtime_error(target + " must stay unchanged, but does not exist");
}

/// A grader that @p cleans_up leaves no temporary files; a killed one cannot clean up.
Faults judge_places(const Stage& stage, bool cleans_up, const Snapshot& before, const Snapshot& before_kept) {
    Faults faults = differences(before, take_snapshot(stage.root(), protected_parts), true);
    for (std::string& fault : differences(before_kept, take_snapshot(stage.root(), retained_parts), false))
        faults.push_back(std::move(fault));
    for (const auto& entry : fs::directory_iterator(stage / "tmp"))
        if (cleans_up && entry.path().extension() != ".lock")
            faults.push_back("left behind: " + entry.path().lexically_relative(stage.root()).string());
    for (const std::string& trace : traces(stage.trace())) faults.push_back("left behind: " + trace);
    remove_traces(stage.trace());
    return faults;
}

/// Prints the details needed to find the reason of a failure.
struct DebugOptions {
    bool show = false;
    bool keep = false;
};

Faults run(const HostileCase& hostile, const Sources& sources, const std::string& backend,
           const DebugOptions& debug) {
    const Server server;
    const StageFolder place(sources.build / "hostile");
    const Stage stage(hostile, sources, place.folder(), server.port(), debug.keep);
    remove_traces(stage.trace());
    if (hostile.has_neighbour()) grade_neighbour(hostile, stage, backend, place);
    const Snapshot before = take_snapshot(stage.root(), protected_parts);
    const Snapshot before_kept = take_snapshot(stage.root(), retained_parts);
    require_targets(hostile, before, before_kept);

    std::vector<std::string> argv = command_line(hostile, stage, backend);
    const fs::path report_file = stage / "seen/report.json";
    argv.insert(argv.end(), {"--all", (stage / "class").string(), "--report", "console", "--report",
                             "json:" + report_file.string()});
    if (hostile.pid_namespace) argv = in_pid_namespace(argv);
    Bounds bounds;
    bounds.seconds = hostile.seconds;
    bounds.kill_after_s = hostile.kill_after_s;
    const auto begin = std::chrono::steady_clock::now();
    const Outcome outcome =
        observe(argv, environment_of(stage), stage / "install/bin/grader", stage / "seen", bounds);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

    const Expectation expected = expected_on(hostile, backend, hostile.expect.at(backend));
    Faults faults = judge_end(expected, outcome, max_grader_mb(hostile, backend));
    append(faults, judge_text("standard output", outcome.out));
    append(faults, judge_text("standard error", outcome.err));
    append(faults, judge_places(stage, !hostile.kill_after_s, before, before_kept));
    if (server.was_reached()) faults.push_back("it has connected to a server on this machine");
    json report;
    if (expected.report) {
        const std::string text = harness::read(report_file);
        append(faults,
               judge_document(text, json::parse(harness::read(sources.project / "docs/report.schema.json"))));
        report = json::parse(text, nullptr, false);
        if (report.is_object()) append(faults, judge_grades(hostile, expected, report, outcome));
    }
    if (debug.show || !faults.empty())
        std::cout << fmt::format("{}\n{} of {}: {:.1f} s, grader {} MiB, all {} MiB\n{}{:.3000}{:.3000}\n",
                                 hostile.title, hostile.name, backend, took.count(), outcome.grader_mb,
                                 outcome.all_processes_mb,
                                 report.is_object() ? summary(hostile, report) : "no report\n", outcome.out,
                                 outcome.err);
    return faults;
}

int check(const fs::path& folder, const Sources& sources, const std::string& backend,
          const DebugOptions& debug, const std::optional<KillOptions>& kills) {
    const HostileCase hostile = read_case(folder);
    if (!hostile.expect.contains(backend)) {
        std::cout << fmt::format("skipped: {} does not run on the backend {}\n", hostile.name, backend);
        return skipped;
    }
    if (!can_check_schemas()) {
        std::cout << "skipped: valijson is not installed; type: scripts/setup tests\n";
        return skipped;
    }
    const Faults faults =
        kills ? kill_at_random(hostile, sources, backend, *kills) : run(hostile, sources, backend, debug);
    for (const std::string& fault : faults) std::cout << "FAULT: " << fault << '\n';
    if (faults.empty()) std::cout << hostile.name << " holds on " << backend << '\n';
    return faults.empty() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    fs::path folder;
    Sources sources;
    std::string backend;
    DebugOptions debug;
    KillOptions kills{0, std::random_device{}()};
    CLI::App app("Runs one case of the corpus of hostile submissions.", "hostile_case");
    app.add_option("CASE", folder, "The folder of the case")->required();
    app.add_option("--project", sources.project, "The root of the project's tree")->required();
    app.add_option("--build", sources.build, "Its build tree")->required();
    app.add_option("--backend", backend, "host, sim or gpu")->required();
    app.add_flag("--show", debug.show, "Print the outcome even if all expectations hold");
    app.add_flag("--keep", debug.keep, "Keep the scratch folder, to inspect it or to grade it by hand");
    app.add_option("--kills", kills.rounds,
                   "Grade the case, which must be an honest one, this many times, and kill the grader each "
                   "time at a random moment");
    app.add_option("--seed", kills.seed, "Seed of these moments");
    CLI11_PARSE(app, argc, argv);
    try {
        sources = {fs::canonical(sources.project), fs::canonical(sources.build)};
        return check(fs::canonical(folder), sources, backend, debug,
                     kills.rounds > 0 ? std::optional(kills) : std::nullopt);
    } catch (const std::exception& problem) {
        std::cout << "FAULT: " << problem.what() << '\n';
        return 1;
    }
}
