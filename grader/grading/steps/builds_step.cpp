#include "grading/steps/builds_step.h"

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "grading/steps/allowed_libraries.h"
#include "grading/steps/usual_imports.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

void has_to_compile(const CompileJob& job, const std::string& id, const char* what) {
    const CompileResult result = compile(job);
    if (!result.ok)
        throw EnvironmentError(
            fmt::format("the compiler does not even compile {} of {}, so it is not this file's fault:\n{}",
                        what, id, result.log));
}

/// A compiler that cannot even compile what the course has written is broken, and that is nobody's mark.
void blame_compiler(const Backend& backend, const Lab& lab) {
    if (lab.manifest.asks_for_speed())
        return has_to_compile(backend.compile_job(lab.baseline(), lab, {}), lab.id, "the baseline");
    const TemporaryDirectory scratch;
    const fs::path interface = scratch.path() / "interface.cu";
    write_atomically(interface, "#include \"lab.h\"\n");
    CompileJob job = backend.compile_job(interface, lab, {});
    job.slot = scratch.path() / "build"; // no other grade has a file of this name
    has_to_compile(job, lab.id, "the interface");
}

/// What to do about an error of the compiler's whose @p log does not say it; empty where it does.
std::string advice_on(const std::string& log) {
    if (log.find("is not supported for this GPU architecture") == std::string::npos &&
        log.find("not supported on target") == std::string::npos &&
        log.find("_is_not_supported_before_SM_") == std::string::npos)
        return {};
    return "The course is compiled for every GPU from compute capability 8.0 on, and the simulator "
           "interprets that code. Clusters, distributed shared memory and bulk copies need 9.0, so a lab "
           "cannot use "
           "them; cooperative groups up to the grid, cp.async and cuda::barrier work.";
}

std::string message_of(const CompileResult& result) {
    if (result.timed_out) return "the compiler did not finish in time and was stopped";
    if (result.out_of_memory)
        return fmt::format("the compiler took more than {:g} GiB of memory and was stopped",
                           most_compiler_memory_mb / 1024.0);
    if (!result.ok) return "it does not compile; the compiler says";
    return result.log.empty() ? "compiles" : "compiles, with warnings";
}

} // namespace

Step check_builds(const Backend& backend, const Lab& lab, const fs::path& source, fs::path& object) {
    Step step{"builds", Status::fail, why_no_source(source), {}, 0, lab.manifest.worth("builds")};
    if (!step.message.empty()) return step;
    const CompileJob job = backend.compile_job(source, lab, {});
    const CompileResult result = compile(job);
    object = result.object;
    step.status = result.ok ? Status::pass : Status::fail;
    step.message = message_of(result);
    for (const std::string_view line : split_lines(result.log)) step.details.emplace_back(line);
    if (std::string advice = advice_on(result.log); !result.ok && !advice.empty())
        step.details.push_back(std::move(advice));
    if (!result.ok) blame_compiler(backend, lab);
    // Both say themselves what is wrong with the build.
    if (result.ok && libraries_are_allowed(lab.manifest.forbid, job, result, step) &&
        backend.isolation().insisted)
        (void)imports_are_usual(object, step);
    return step;
}

} // namespace grader
