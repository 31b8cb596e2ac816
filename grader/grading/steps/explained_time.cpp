#include "grading/steps/explained_time.h"

#include <future>

#include "grading/backend/baseline.h"
#include "grading/messages/builds.h"
#include "grading/messages/speed.h"
#include "grading/steps/modelled_speed.h"
#include "grading/toolchain/compile.h"

namespace grader {
namespace {

ModelledProgram program_of(const std::string& name, ModelledCall call) {
    ModelledProgram program{name, call.fault.empty() ? call.wrong : call.fault, {}};
    if (program.why_none.empty() && call.time.ms <= 0) program.why_none = messages::no_modelled_kernel;
    program.call = std::move(call);
    return program;
}

ModelledProgram solution_of(const Backend& backend, const Lab& lab, const std::filesystem::path& source) {
    const std::string name = "solution";
    const CompileResult build = compile(backend.compile_job(source, lab, {}));
    if (!build.ok) return {name, messages::did_not_compile, {}};
    return program_of(name, model_call(backend, build_of(lab, build.object), {}));
}

} // namespace

ExplainedTime explain_time(const Backend& backend, const Build& build, ComparedPrograms compared) {
    const Lab& lab = build.lab;
    ExplainedTime time{backend.time_model()};
    time.program.why_none = why_not_modelled(backend, lab);
    if (!time.program.why_none.empty()) return time;
    time.case_name = modelled_case(backend, lab);
    time.no_speed = lab.manifest.modelled.no_speed;
    std::future<ModelledCall> baseline;
    if (compared == ComparedPrograms::own_programs)
        baseline = std::async(std::launch::async, [&] {
            return model_call(backend, build_of(lab, built_baseline(backend, lab)), {});
        });
    time.program = program_of("", model_call(backend, build, {}, Instrumentation::suggestions));
    if (compared == ComparedPrograms::none) return time;
    time.compared.push_back(program_of("baseline", baseline.get()));
    // Students' trees do not contain it.
    if (const std::filesystem::path solution = lab.solutions / "student.cu";
        std::filesystem::exists(solution))
        time.compared.push_back(solution_of(backend, lab, solution));
    return time;
}

} // namespace grader
