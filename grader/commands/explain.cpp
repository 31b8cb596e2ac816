#include "commands/commands.h"

#include <iostream>

#include <fmt/core.h>

#include "grade/technique_step.h"
#include "inspect/evaluate.h"
#include "inspect/line_costs.h"
#include "report/listing.h"
#include "report/text.h"

namespace grader {
namespace {

/// What all launches come to, a line each.
void print_totals(const CountedRun& run, const Style& style) {
    for (const Launch& launch : run.launches)
        std::cout << fmt::format("{}: {} x {} x {} blocks of {} x {} x {} threads, {} time{}\n",
                                 printable(launch.kernel), launch.grid[0], launch.grid[1], launch.grid[2],
                                 launch.block[0], launch.block[1], launch.block[2], launch.count,
                                 launch.count == 1 ? "" : "s");
    std::string totals;
    for (const Quantity& quantity : known_quantities()) {
        const double value = evaluate(quantity, run.seen, run.of_call);
        if (value == 0) continue;
        if (!totals.empty()) totals += ", ";
        totals += fmt::format("{} {}", in_words(quantity, run.item), format_quantity(quantity, value));
    }
    for (const std::string& line : wrap(totals, style.width)) std::cout << line << '\n';
    std::cout << '\n';
}

} // namespace

ExitStatus explain_command(Context& context) {
    const Lab& lab = context.lab();
    if (lab.manifest.counted.empty())
        throw UsageError(
            fmt::format("{} has no sizes to count at: its lab.toml has no [[counted]].", lab.id));
    const Backend& backend = context.backend();
    const std::filesystem::path source =
        context.options().file.empty() ? lab.student() : context.options().file;
    if (const std::string why = why_no_source(source); !why.empty()) throw UsageError(why + ".");
    const CompileResult build = compile(backend.compile_job(source, lab, {}));
    if (!build.ok) {
        std::cout << "It does not compile; the compiler says:\n";
        for (const std::string_view line : split_lines(build.log)) std::cout << printable(line) << '\n';
        return ExitStatus::not_passed;
    }
    context.status().show(lab.id + ": counting");
    const CountedRun run = count(backend, lab, build.object);
    context.status().clear();
    if (!run.fault.empty()) {
        std::cout << fmt::format(
            "It cannot be counted: {}.\nWhere it goes wrong, a grade tells: make grade LAB={}\n",
            printable(run.fault), lab.id.substr(0, 2));
        return ExitStatus::not_passed;
    }
    print_totals(run, context.style());
    if (run.without_lines != 0)
        std::cout << fmt::format("It launches so many kernels that {} of them are left out below.\n\n",
                                 run.without_lines);
    std::cout << render_listing(source, lab.directory / "lab.h", line_costs(run.seen), context.style());
    return ExitStatus::passed;
}

} // namespace grader
