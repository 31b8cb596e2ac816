#include "instructing/grading_tools.h"

#include <fmt/core.h>

#include "files.h"
#include "hand_ins/fingerprint.h"
#include "toolchain/dependencies.h"
#include "toolchain/toolchain.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// The thresholds of @p means that stand in no manifest.
std::string kept_thresholds(const Means& means) {
    std::string text;
    for (const auto& [lab, in_use] : means.thresholds_of)
        if (in_use.source != ThresholdSource::measured)
            text += fmt::format(" {} {} {:g} {:g} {:g}", lab, to_string(in_use.source),
                                in_use.threshold.known, in_use.threshold.pass, in_use.threshold.full);
    return text;
}

/// The bytes of the programs that grade, run and simulate, and of what they load.
std::string contents_of_programs(const fs::path& programs) {
    Fingerprint contents;
    for (const char* const name : {"grader", "grader-class", "runner", "confine", "simulate"})
        contents.add(read_text(programs / name));
    contents.add(read_text(programs.parent_path() / "lib/simulator/libcudart.so.13"));
    return contents.under(0);
}

std::string options_of_compilers(Context& context) {
    Fingerprint options;
    for (const Lab* lab : context.labs())
        options.add(compilers_of(context.backend().compile_job(lab->baseline(), *lab, {})));
    return options.under(0);
}

} // namespace

std::string tools_of(Context& context, const Means& means) {
    const Backend& backend = context.backend();
    const std::string toolkit = backend.name() == "host" ? find_cxx().string() : find_toolkit().version_text;
    const TimeModel times = means.modelled ? backend.time_model() : TimeModel();
    const std::string model =
        means.modelled ? fmt::format(" modelled for {} ({:g})", times.device, times.speedup_error) : "";
    return fmt::format("{} {} {} {} {} {}{}{}", means.backend, toolkit, options_of_compilers(context),
                       contents_of_programs(means.programs), means.isolation,
                       to_string(backend.isolation().level), model, kept_thresholds(means));
}

} // namespace grader
