#include "commands/commands.h"

#include <iostream>

#include <fmt/format.h>

#include "grade/grade_lab.h"
#include "grade/speed_step.h"
#include "report/numbers.h"
#include "report/text.h"
#include "results/results.h"
#include "results/tables.h"

namespace grader {
namespace {

/// A build to time, under the name it has in the table.
struct Entry {
    std::string name;
    std::filesystem::path source;
    Expectation expect;
};

std::vector<Entry> entries_of(const Lab& lab) {
    std::vector<Entry> entries{{"baseline", lab.baseline(), lab.manifest.of_baseline()}};
    for (const Rung& rung : lab.manifest.rungs)
        entries.push_back({rung.name(), lab.solutions / "ladder" / rung.file, rung.expect});
    entries.push_back({"solution", lab.solutions / "student.cu", {}});
    return entries;
}

RungResult result_of(const Entry& entry, const LabGrade& grade) {
    RungResult rung;
    rung.name = entry.name;
    rung.ms = grade.speedup->student_ms;
    rung.speedup = grade.speedup->ratio;
    rung.low = grade.speedup->low;
    rung.high = grade.speedup->high;
    rung.expect = entry.expect.text();
    if (!grade.launches.empty()) rung.main = grade.launches.front();
    rung.counted = grade.counters;
    for (const Launch& launch : grade.launches) rung.kernels += launch.count;
    return rung;
}

/// The columns that take a clock; none where @p arena is null.
std::string times_of(const Arena* arena, const LabGrade& grade) {
    if (arena == nullptr) return {};
    if (!grade.speedup) return fmt::format(" {:>9} {:>8} {:>6}", "", "", "");
    return fmt::format(" {:>9} {:>8} {:>6}", format_time(grade.speedup->student_ms),
                       format_speedup(grade.speedup->ratio),
                       format_share(arena->limit_ms() / grade.speedup->student_ms));
}

/// The columns about the first kernel.
std::string shape_of(const LabGrade& grade) {
    const std::vector<Launch>& launches = grade.speedup ? grade.launches : grade.counted;
    if (launches.empty()) return fmt::format(" {:>6} {:>5} {:>5}", "", "", "");
    const Launch& main = launches.front();
    return fmt::format(" {:>6} {:>5} {:>5}", main.block[0] * main.block[1] * main.block[2], main.registers,
                       format_share(main.occupancy));
}

/// The columns that the simulator counted; none for a lab without gates.
std::string counts_of(const Lab& lab, const LabGrade& grade) {
    if (!lab.manifest.has_step("technique")) return {};
    if (grade.counters.empty()) return fmt::format(" {:>7} {:>6}", "", "");
    return fmt::format(" {:>7.1f} {:>6.1f}", grade.counters.at("sectors_per_128_bytes"),
                       grade.counters.at("active_lanes"));
}

void print_header(const Lab& lab, const Arena* arena, const Backend& backend) {
    if (arena != nullptr)
        std::cout << fmt::format("{} on {}: {}\nlimit {} at the {}, nobody below {}\n\n", lab.id,
                                 backend.device().name, arena->case_name(), format_time(arena->limit_ms()),
                                 arena->limit_name(), format_time(arena->floor_ms()));
    else
        std::cout << fmt::format("{} on {}: counted only, because {}\n\n", lab.id, backend.device().name,
                                 backend.why_untimed());
    std::cout << fmt::format(
        "{:<24}{} {:>6} {:>5} {:>5}{}  {}\n", "rung",
        arena == nullptr ? "" : fmt::format(" {:>9} {:>8} {:>6}", "time", "speedup", "limit"), "block",
        "regs", "occ",
        lab.manifest.has_step("technique") ? fmt::format(" {:>7} {:>6}", "sectors", "lanes") : "", "outcome");
}

void print_row(const Lab& lab, const Entry& entry, const LabGrade& grade, const Arena* arena) {
    const std::string outcome = outcome_of(grade);
    const std::string expected = expected_outcome(grade, entry.expect);
    std::string verdict = outcome == expected ? outcome : outcome + ", expected " + expected;
    // What was neither timed nor counted says why.
    const bool empty = !grade.speedup && grade.counted.empty();
    if (const Step* failed = grade.first_failed(); empty && failed != nullptr)
        verdict += ": " + printable(failed->message);
    std::cout << fmt::format("{:<24}{}{}{}  {}\n", entry.name, times_of(arena, grade), shape_of(grade),
                             counts_of(lab, grade), verdict)
              << std::flush;
}

void record(Context& context, const Lab& lab, const Arena& arena, std::vector<RungResult> rungs) {
    const DeviceFacts& device = context.backend().device();
    const std::filesystem::path file = results_file(context.course().root(), device.slug);
    Results results = read_results(file);
    results.device = device.name;
    results.driver = device.driver;
    results.toolkit = device.runtime;
    results.ceilings = arena.ceilings();
    results.labs[lab.id] = {
        {arena.case_name(), arena.sizes(), arena.limit_ms(), arena.floor_ms(), std::move(rungs)}};
    write_results(file, results);
    for (const GeneratedBlock& block :
         generated_blocks(context.course(), all_results(context.course().root())))
        if (state_of(block) == BlockState::stale) write_block(block);
    std::cout << fmt::format("\nwritten: docs/results/{}.json and the tables made from it\n", device.slug);
}

} // namespace

ExitStatus ladder_command(Context& context) {
    const Lab& lab = context.lab();
    const Backend& backend = context.backend();
    if (!backend.availability().usable)
        throw EnvironmentError(
            fmt::format("A ladder is a table of times, and {}.", backend.availability().reason));
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    const std::uint64_t seed = context.options().seed.value_or(secret_seed());
    std::unique_ptr<Arena> arena;
    if (backend.why_untimed().empty())
        arena = make_arena(backend, lab, seed);
    else if (context.options().record)
        throw UsageError(fmt::format("--record writes down times, and {}.", backend.why_untimed()));
    print_header(lab, arena.get(), backend);

    std::vector<RungResult> rungs;
    bool as_expected = true;
    for (const Entry& entry : entries_of(lab)) {
        GradeRequest request;
        request.source = entry.source;
        request.seed = seed;
        request.arena = arena.get();
        request.progress = [&](const std::string& what) { context.status().show(entry.name + ": " + what); };
        const LabGrade grade = grade_lab(backend, lab, request);
        context.status().clear();
        print_row(lab, entry, grade, arena.get());
        if (grade.speedup) rungs.push_back(result_of(entry, grade));
        as_expected = as_expected && outcome_of(grade) == expected_outcome(grade, entry.expect);
    }
    if (context.options().record) record(context, lab, *arena, std::move(rungs));
    return as_expected ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace grader
