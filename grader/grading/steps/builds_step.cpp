#include "grading/steps/builds_step.h"

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "grading/messages/builds.h"
#include "grading/steps/check_imports.h"
#include "grading/steps/check_libraries.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

void has_to_compile(const CompileJob& job, const std::string& id, const char* what) {
    const CompileResult result = compile(job);
    if (!result.ok)
        throw EnvironmentError(fmt::format("infrastructure error: the compiler does not compile {} of {} "
                                           "either, so the student's file is not the cause:\n{}",
                                           what, id, result.log));
}

/// Checks that the compiler can compile the course's own baseline. If it cannot, the compiler is broken,
/// which is an infrastructure error.
void blame_compiler(const Backend& backend, const Lab& lab) {
    if (lab.manifest.has_timed_cases())
        return has_to_compile(backend.compile_job(lab.baseline(), lab, {}), lab.id, "the baseline");
    const TemporaryDirectory scratch;
    const fs::path interface = scratch.path() / "interface.cu";
    write_atomically(interface, "#include \"lab.h\"\n");
    CompileJob job = backend.compile_job(interface, lab, {});
    job.cache_entry = scratch.path() / "build"; // no other grade uses this file name
    has_to_compile(job, lab.id, "the interface");
}

/// Returns @p line of the compiler's output. A failed static assertion of the starter code states a rule that
/// a launch shape breaks.
Message line_of_log(std::string_view line) {
    if (line.find("static assertion failed") == std::string_view::npos) return verbatim(line);
    return {messages::failed_static_assertion, {{"text", line}}};
}

/// Returns whether the compiler's @p log names a feature that only later GPUs have.
bool needs_a_later_gpu(const std::string& log) {
    return log.find("is not supported for this GPU architecture") != std::string::npos ||
           log.find("not supported on target") != std::string::npos ||
           log.find("_is_not_supported_before_SM_") != std::string::npos;
}

Message outcome_of(const CompileResult& result) {
    if (result.timed_out) return messages::compiler_timed_out;
    if (result.out_of_memory)
        return {messages::compiler_out_of_memory, {{"gib", max_compiler_memory_mb / 1024.0}}};
    if (!result.ok) return messages::does_not_compile;
    return result.log.empty() ? messages::compiles : messages::compiles_with_warnings;
}

} // namespace

Step check_builds(const Backend& backend, const Lab& lab, const fs::path& source, fs::path& object) {
    Step step{"builds", Status::fail, find_source_problem(source), {}, 0, lab.manifest.max_points("builds")};
    if (!step.message.empty()) return step;
    const CompileJob job = backend.compile_job(source, lab, {});
    const CompileResult result = compile(job);
    object = result.object;
    step.status = result.ok ? Status::pass : Status::fail;
    step.message = outcome_of(result);
    for (const std::string_view line : split_lines(result.log)) step.details.push_back(line_of_log(line));
    if (!result.ok && needs_a_later_gpu(result.log)) step.details.emplace_back(messages::needs_newer_gpu);
    if (!result.ok) blame_compiler(backend, lab);
    // Both checks report the error of the build themselves.
    if (result.ok && check_libraries(lab.manifest.forbid, job, result, step) && backend.isolation().is_strict)
        (void)check_imports(object, step);
    return step;
}

} // namespace grader
