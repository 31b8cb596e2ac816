#include "commands/commands.h"

#include <charconv>
#include <iostream>
#include <sstream>

#include <fmt/format.h>

#include "files.h"
#include "grade/grade_lab.h"
#include "grade/speed_step.h"
#include "grade/timed_build.h"
#include "report/numbers.h"
#include "report/text.h"
#include "verify/problem_module.h"

namespace grader {
namespace {

/// `BLOCK=32,64` taken apart.
struct Axis {
    std::string name;
    std::vector<std::string> values;
};

Axis parse_axis(const std::string& text) {
    const std::size_t equals = text.find('=');
    Axis axis{text.substr(0, equals), {}};
    if (equals != std::string::npos) {
        std::istringstream values(text.substr(equals + 1));
        for (std::string value; std::getline(values, value, ',');)
            if (!value.empty()) axis.values.push_back(value);
    }
    if (axis.name.empty() || axis.values.empty())
        throw UsageError(
            fmt::format("\"{}\" is no sweep. Write NAME=v,v,..., for instance BLOCK=64,128,256.", text));
    return axis;
}

std::filesystem::path rung_file(const Context& context, const Lab& lab) {
    std::string wanted = context.options().rung.empty() ? lab.manifest.sweep.rung : context.options().rung;
    if (!context.options().file.empty()) return context.options().file;
    for (const Rung& rung : lab.manifest.rungs)
        if (rung.file == wanted || rung.name() == wanted) return lab.solutions / "ladder" / rung.file;
    throw UsageError(wanted.empty()
                         ? fmt::format("{} has no rung of its own choice; name one with --rung.", lab.id)
                         : fmt::format("{} has no rung {}.", lab.id, wanted));
}

void need_macro(const std::filesystem::path& source, const std::string& macro) {
    if (read_text(source).find("#ifndef " + macro) == std::string::npos)
        throw UsageError(
            fmt::format("{} has no macro {} to set (no `#ifndef {}`), and no timed case has a size of that "
                        "name.",
                        source.filename().string(), macro, macro));
}

void print_row(const std::string& value, const TimedBuild& timed, const kernelsmith::Work& work) {
    if (!timed.speedup) {
        std::cout << fmt::format("{:>10}  {}\n", value, printable(timed.failure));
        return;
    }
    const Speedup& speedup = *timed.speedup;
    const Launch main = timed.launches.empty() ? Launch{} : timed.launches.front();
    std::cout << fmt::format("{:>10} {:>9} {:>8} {:>9.0f} {:>9.0f} {:>6} {:>5} {:>5}\n", value,
                             format_time(speedup.student_ms), format_speedup(speedup.ratio),
                             work.bytes / (speedup.student_ms * 1e6), work.flops / (speedup.student_ms * 1e6),
                             main.block[0] * main.block[1] * main.block[2], main.registers,
                             format_share(main.occupancy))
              << std::flush;
}

/// The sizes of the timed case that @p name sets: one, several that move together, or none.
std::vector<std::string> sizes_called(const std::string& name, const Manifest& manifest) {
    if (const auto together = manifest.sweep.together.find(name); together != manifest.sweep.together.end())
        return together->second;
    if (manifest.timed.front().sizes.contains(name)) return {name};
    return {};
}

std::int64_t parse_size(const std::string& value) {
    std::int64_t size = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), size);
    if (error != std::errc() || end != value.data() + value.size() || size < 0)
        throw UsageError(fmt::format("{} is not a size.", value));
    return size;
}

} // namespace

ExitStatus sweep_command(Context& context) {
    const Lab& lab = context.lab();
    const Axis axis = parse_axis(context.options().sweep);
    const std::filesystem::path source = rung_file(context, lab);
    const std::vector<std::string> swept_sizes = sizes_called(axis.name, lab.manifest);
    if (swept_sizes.empty()) need_macro(source, axis.name);
    const Backend& backend = context.backend();
    if (!backend.availability().usable)
        throw EnvironmentError(
            fmt::format("A sweep is a table of times, and {}.", backend.availability().reason));
    if (!backend.why_untimed().empty())
        throw EnvironmentError(fmt::format("A sweep is a table of times, and {}.", backend.why_untimed()));
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    const std::uint64_t seed = context.options().seed.value_or(secret_seed());

    std::cout << fmt::format("{} on {}: {} over {}\n\n", lab.id, backend.device().name,
                             source.filename().string(), axis.name);
    std::cout << fmt::format("{:>10} {:>9} {:>8} {:>9} {:>9} {:>6} {:>5} {:>5}\n", axis.name, "time",
                             "speedup", "GB/s", "GFLOP/s", "block", "regs", "occ");
    std::unique_ptr<Arena> arena;
    bool all_ran = true;
    for (const std::string& value : axis.values) {
        context.status().show(fmt::format("{} = {}", axis.name, value));
        Defines defines;
        if (!swept_sizes.empty()) {
            kernelsmith::Sizes sizes = lab.manifest.timed.front().draw(seed);
            for (const std::string& size : swept_sizes) sizes[size] = parse_size(value);
            arena = make_arena(backend, lab, seed, &sizes);
        } else {
            defines[axis.name] = value;
            if (arena == nullptr) arena = make_arena(backend, lab, seed);
        }
        const TimedBuild timed = time_build(backend, lab, *arena, backend.compile_job(source, lab, defines),
                                            lab.manifest.speed.budget_s / 3);
        context.status().clear();
        print_row(value, timed, load_problem(lab.module).layout(arena->sizes()).work);
        all_ran = all_ran && timed.speedup;
    }
    return all_ran ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace grader
