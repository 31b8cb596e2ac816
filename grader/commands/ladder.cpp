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
    std::string expect;
};

std::vector<Entry> entries_of(const Lab& lab) {
    std::vector<Entry> entries{{"baseline", lab.baseline(), "fails:fast"}};
    for (const Rung& rung : lab.manifest.rungs)
        entries.push_back({rung.name(), lab.solutions / "ladder" / rung.file, rung.expect.text()});
    entries.push_back({"solution", lab.solutions / "student.cu", "pass"});
    return entries;
}

RungResult result_of(const Entry& entry, const LabGrade& grade) {
    RungResult rung;
    rung.name = entry.name;
    rung.ms = grade.speedup->student_ms;
    rung.speedup = grade.speedup->ratio;
    rung.low = grade.speedup->low;
    rung.high = grade.speedup->high;
    rung.expect = entry.expect;
    if (!grade.launches.empty()) rung.main = grade.launches.front();
    for (const Launch& launch : grade.launches) rung.kernels += launch.count;
    return rung;
}

void print_header(const Lab& lab, const Arena& arena, const Backend& backend) {
    std::cout << fmt::format("{} on {}: {}\nlimit {} at the {}, nobody below {}\n\n", lab.id,
                             backend.device().name, arena.case_name(), format_time(arena.limit_ms()),
                             arena.limit_name(), format_time(arena.floor_ms()));
    std::cout << fmt::format("{:<24} {:>9} {:>8} {:>6} {:>6} {:>5} {:>5}  {}\n", "rung", "time", "speedup",
                             "limit", "block", "regs", "occ", "outcome");
}

void print_row(const Entry& entry, const LabGrade& grade, const Arena& arena) {
    const std::string outcome = outcome_of(grade);
    const std::string verdict = outcome == entry.expect ? outcome : outcome + ", expected " + entry.expect;
    if (!grade.speedup) {
        std::cout << fmt::format("{:<24} {:>9} {:>8} {:>6} {:>6} {:>5} {:>5}  {}: {}\n", entry.name, "", "",
                                 "", "", "", "", verdict,
                                 printable(grade.first_failed() == nullptr ? ""
                                                                           : grade.first_failed()->message));
        return;
    }
    const RungResult rung = result_of(entry, grade);
    const auto& block = rung.main.block;
    std::cout << fmt::format("{:<24} {:>9} {:>8} {:>6} {:>6} {:>5} {:>5}  {}\n", entry.name,
                             format_time(rung.ms), format_speedup(rung.speedup),
                             format_share(arena.limit_ms() / rung.ms),
                             rung.kernels > 0 ? std::to_string(block[0] * block[1] * block[2]) : "",
                             rung.kernels > 0 ? std::to_string(rung.main.registers) : "",
                             rung.kernels > 0 ? format_share(rung.main.occupancy) : "", verdict)
              << std::flush;
}

void record(Context& context, const Lab& lab, const Arena& arena, CaseResult measured) {
    const DeviceFacts& device = context.backend().device();
    const std::filesystem::path file = results_file(context.course().root(), device.slug);
    Results results = read_results(file);
    results.device = device.name;
    results.driver = device.driver;
    results.toolkit = device.runtime;
    results.ceilings = arena.ceilings();
    results.labs[lab.id] = {std::move(measured)};
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
    const std::unique_ptr<Arena> arena = make_arena(backend, lab, seed);
    print_header(lab, *arena, backend);

    CaseResult measured{arena->case_name(), arena->sizes(), arena->limit_ms(), arena->floor_ms(), {}};
    bool as_expected = true;
    for (const Entry& entry : entries_of(lab)) {
        GradeRequest request;
        request.source = entry.source;
        request.seed = seed;
        request.arena = arena.get();
        request.progress = [&](const std::string& what) { context.status().show(entry.name + ": " + what); };
        const LabGrade grade = grade_lab(backend, lab, request);
        context.status().clear();
        print_row(entry, grade, *arena);
        if (grade.speedup) measured.rungs.push_back(result_of(entry, grade));
        as_expected = as_expected && outcome_of(grade) == entry.expect;
    }
    if (context.options().record) record(context, lab, *arena, std::move(measured));
    return as_expected ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace grader
