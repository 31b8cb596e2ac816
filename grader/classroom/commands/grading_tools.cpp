#include "classroom/commands/grading_tools.h"

#include <fmt/core.h>

#include "base/files.h"
#include "classroom/submissions/fingerprint.h"
#include "grading/toolchain/dependencies.h"
#include "grading/toolchain/toolchain.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Describes the thresholds of @p lab if no manifest contains them.
std::string kept_thresholds(const GradingConfig& config, const Lab& lab) {
    const auto known = config.thresholds_of.find(lab.id);
    if (known == config.thresholds_of.end() || known->second.source == ThresholdSource::measured) return {};
    const ThresholdsInUse& in_use = known->second;
    return fmt::format(" {} {:g} {:g} {:g}", to_string(in_use.source), in_use.threshold.known,
                       in_use.threshold.pass, in_use.threshold.full);
}

/// Returns the contents of the programs that grade, run and simulate, and of the libraries that they load.
std::string contents_of_programs(const fs::path& programs) {
    Fingerprint contents;
    for (const char* const name : {"grader", "grader-class", "runner", "confine", "simulate"})
        contents.add(read_text(programs / name));
    contents.add(read_text(programs.parent_path() / "lib/simulator/libcudart.so.13"));
    return contents.digest(0);
}

} // namespace

std::map<std::string, std::string> toolchain_description_of(Context& context, const GradingConfig& config) {
    const Backend& backend = context.backend();
    const std::string toolkit = backend.name() == "host" ? find_cxx().string() : find_toolkit().version_text;
    const TimeModel times = config.modelled ? backend.time_model() : TimeModel();
    const std::string model =
        config.modelled ? fmt::format(" modelled for {} ({:g})", times.device, times.speedup_error) : "";
    const std::string of_all =
        fmt::format("{} {} {} {} {}{}", config.backend, toolkit, contents_of_programs(config.programs),
                    config.isolation, to_string(backend.isolation().level), model);
    std::map<std::string, std::string> tools;
    for (const Lab* lab : context.labs())
        tools[lab->id] =
            fmt::format("{} {}{}", of_all, compilers_of(backend.compile_job(lab->baseline(), *lab, {})),
                        kept_thresholds(config, *lab));
    return tools;
}

} // namespace grader
