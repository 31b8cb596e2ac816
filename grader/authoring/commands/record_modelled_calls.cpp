#include <iostream>

#include <fmt/core.h>

#include "authoring/commands/predict.h"
#include "base/text.h"
#include "grading/backend/simulator.h"
#include "grading/model/modelled_call.h"
#include "grading/prediction/lab_record.h"
#include "grading/sentences/sentence.h"
#include "grading/thresholds/measure.h"

namespace grader {
namespace {

using prediction::RecordedGpu;

const char* call_name(thresholds::Role role) {
    switch (role) {
        case thresholds::Role::baseline: return prediction::baseline_call;
        case thresholds::Role::known: return prediction::known_call;
        case thresholds::Role::closest:
        case thresholds::Role::solution: break;
    }
    return prediction::solution_call;
}

/// Models @p program on the GPU of @p backend. Prints why it has no time; returns nothing then.
std::optional<ModelledCall> modelled(const Backend& backend, const Lab& lab,
                                     const thresholds::MeasuredProgram& program) {
    const CompileResult build = compile(backend.compile_job(program.source, lab, {}));
    std::string why = build.log;
    if (build.ok) {
        ModelledCall call = model_call(backend, build_of(lab, build.object), {});
        const Message failure = call.why_no_time(messages::this_build);
        if (failure.empty()) return call;
        why = sentence(failure);
    }
    std::cout << fmt::format("{}: {} on {}: {}\n", lab.id, program.source.filename().string(),
                             backend.device().slug, printable(why));
    return std::nullopt;
}

} // namespace

bool record_modelled_calls(Context& context, const Lab& lab) {
    bool all = true;
    prediction::LabRecord record = prediction::read_record(lab);
    const std::string& only = context.options().device;
    for (const std::string& slug : modelled_devices(context.places())) {
        if (!only.empty() && slug != only) continue;
        const std::unique_ptr<Backend> backend = make_backend("sim", context.places(), slug);
        if (!backend->availability().usable) throw EnvironmentError(sentence(backend->availability().reason));
        RecordedGpu& gpu = record.gpus[slug] = {};
        for (const thresholds::MeasuredProgram& program : thresholds::programs_of(lab)) {
            const char* const name = call_name(program.role);
            context.status().show(fmt::format("{}: {} on {}", lab.id, name, slug));
            const std::optional<ModelledCall> call = modelled(*backend, lab, program);
            context.status().clear();
            all = all && call;
            if (!call) continue;
            gpu.parts = call->parts;
            gpu.memory_parts = call->memory_parts;
            gpu.whole = call->whole;
            gpu.calls[name] = prediction::recorded(*call);
        }
    }
    if (all) prediction::write_record(lab, record);
    return all;
}

} // namespace grader
