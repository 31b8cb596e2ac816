#include "grading/commands/commands.h"

#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/secrets.h"
#include "base/style.h"
#include "course/course.h"
#include "grading/command_line/context.h"
#include "grading/report/grade/threshold_source.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/grade_lab.h"
#include "grading/thresholds/select_thresholds.h"
#include "grading/toolchain/toolchain.h"
#include "grading/verify/case_run.h"
#include "grading/verify/guard_bands.h"

namespace grader {
namespace {

/// Prints one line: the check, its result, and what to do.
void print_finding(const Style& style, bool good, const std::string& what, const std::string& finding) {
    std::cout << fmt::format("{} {:<12} {}\n", paint(style, good ? Ink::good : Ink::bad, good ? "✔" : "✘"),
                             what, finding);
}

/// Runs @p look, which returns a finding or throws an error.
bool examine(const Style& style, const std::string& what, const std::function<std::string()>& look) {
    try {
        print_finding(style, true, what, look());
        return true;
    } catch (const std::exception& problem) {
        print_finding(style, false, what, text_of(problem));
        return false;
    }
}

/// Runs a kernel of the runner that fills guard bands, and checks them.
void run_test_kernel(const Backend& backend) {
    kernelsmith::Buffer buffer;
    buffer.name = "data";
    buffer.element_bytes = 1;
    buffer.shape = {64};
    kernelsmith::Layout layout;
    layout.buffers = {buffer};
    layout.args.resize(sizeof(void*));
    Secrets secrets;
    const std::vector<std::uint64_t> guards = make_guards(layout, secrets);
    RunnerClient runner(backend.runner(), RunLimits{{30, 0, 64}});
    runner.allocate(layout, guards);
    if (!guard_damage(runner, layout, guards).empty()) throw EnvironmentError("a kernel wrote a wrong value");
}

/// Describes how far the simulator replaces a GPU.
std::string describe_model(const DeviceFacts& device, const TimeModel& times) {
    return times.why_none.empty()
               ? fmt::format("{} replaces a GPU: everything is graded here, with modelled times", device.name)
               : fmt::format("{} replaces a GPU: everything is graded here except speed, because {}",
                             device.name, sentence(times.why_none));
}

struct DoctorOptions : BackendOptions, CourseOptions {
    void declare(CLI::App& app) {
        BackendOptions::declare(app);
        CourseOptions::declare(app);
    }
};

/// Returns the sources of the thresholds that grades on @p backend use, with the number of labs of each.
/// Empty if there is no course.
std::string sources_of_thresholds(const Backend& backend, const DoctorOptions& options,
                                  const GraderPaths& places) {
    std::optional<Course> course;
    try {
        course.emplace(course_root(options),
                       options.modules.empty() ? places.programs.parent_path() / "labs" : options.modules);
    } catch (const UsageError&) {
        return {};
    }
    const thresholds::ThresholdSelection choice{course->root(), places, options.thresholds};
    std::map<std::string, std::size_t> labs;
    for (const Lab& lab : course->labs()) {
        if (!lab.manifest.has_timed_cases()) continue;
        const auto now = thresholds::available_thresholds(backend, lab, choice);
        ++labs[now ? source_in_words(*now) : "measured on this machine when a lab is first graded"];
    }
    std::vector<std::string> words;
    for (const auto& [source, count] : labs)
        words.push_back(fmt::format("{} lab{}: {}", count, count == 1 ? "" : "s", source));
    return fmt::format("{}", fmt::join(words, "; "));
}

std::string isolation(const GraderPaths& places) {
    const Isolation best = make_isolation(IsolationRequest::automatic, places.programs);
    std::string words = describe(best);
    for (const std::string& lack : best.missing) words += "; " + lack;
    if (best.level == IsolationLevel::process) words += "; grade only code here that you would run yourself";
    return words;
}

ExitStatus run_doctor(const DoctorOptions& options, const Invocation& call) {
    const GraderPaths& places = call.places;
    const Style style = style_of_descriptor(STDOUT_FILENO);
    bool works = examine(style, "compiler", [] { return find_cxx().string(); });
    works &= examine(style, "nvcc", [] {
        const Toolkit toolkit = find_toolkit();
        return fmt::format("{}, CUDA {}", toolkit.nvcc.string(), toolkit.version_text);
    });
    works &= examine(style, "libcudart", [] {
        const Toolkit toolkit = find_toolkit();
        if (toolkit.libraries.empty())
            throw EnvironmentError("libcudart.so was not found next to nvcc: the toolkit is only partly "
                                   "installed. Install its runtime development files, too.");
        return toolkit.libraries.string();
    });
    if (works)
        works &= examine(style, "device", [&] {
            const std::unique_ptr<Backend> backend = make_backend(options.backend, places, options.device);
            const Availability& availability = backend->availability();
            if (availability.broken) throw EnvironmentError(sentence(availability.reason));
            if (!availability.usable)
                return sentence(availability.reason) +
                       ": solutions are compiled here, but neither run nor timed";
            const DeviceFacts& device = backend->device();
            if (!backend->why_untimed().empty()) return describe_model(device, backend->time_model());
            return fmt::format("{}, compute capability {}.{}, {:.0f} GiB; the driver supports CUDA {}.{}",
                               device.name, device.capability / 10, device.capability % 10,
                               static_cast<double>(device.memory_bytes) / (1 << 30), device.driver / 1000,
                               device.driver % 1000 / 10);
        });
    if (works)
        works &= examine(style, "thresholds", [&] {
            const std::unique_ptr<Backend> backend = make_backend(options.backend, places, options.device);
            const std::string sources = backend->availability().usable
                                            ? sources_of_thresholds(*backend, options, places)
                                            : sentence(backend->availability().reason);
            return sources.empty() ? "no course was found here" : sources;
        });
    if (works && options.backend != "host") // `host` is only for tests of the grader
        works &= examine(style, "simulator", [&] {
            const std::unique_ptr<Backend> backend = make_backend("sim", places);
            if (!backend->availability().usable)
                throw EnvironmentError(sentence(backend->availability().reason));
            run_test_kernel(*backend);
            return fmt::format("models the {}; it checks and counts what every build does",
                               backend->device().name);
        });
    examine(style, "isolation", [&] { return isolation(places); });
    return works ? ExitStatus::passed : ExitStatus::environment;
}

} // namespace

Command doctor_command() {
    return command<DoctorOptions>(
        "doctor", "Checks toolchain, driver and GPU, and reports how to fix what does not work", run_doctor);
}

} // namespace grader
