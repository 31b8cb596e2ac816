#include "grading/report/explain/time_document.h"

#include <filesystem>

#include <nlohmann/json.hpp>

#include "grading/model/call_suggestions.h"
#include "grading/model/call_totals.h"
#include "grading/sentences/sentence.h"
#include "grading/sentences/time_limit.h"

namespace grader {
namespace {

using nlohmann::json;

json terms_to_json(const ModelledCall& call) {
    json terms = json::array();
    for (const CallTerm& term : terms_of(call))
        terms.push_back({{"name", term.name},
                         {"text", part_in_words(term.name)},
                         {"ms", term.ms},
                         {"share", term.ms / call.time.ms}});
    return terms;
}

/// Returns null if its time is not known.
json call_to_json(const ModelledProgram& program) {
    if (!program.why_none.empty()) return {};
    const ModelledCall& call = *program.call;
    const CallLimiter limiter = limiter_of(call);
    return {{"ms", call.time.ms},
            {"limiter", limiter.name},
            {"limited_by", sentence(limiter.parts)},
            {"operations", operations_of(call)},
            {"dram_bytes", dram_bytes_of(call)},
            {"terms", terms_to_json(call)}};
}

json suggestions_to_json(const ModelledProgram& program) {
    json suggestions = json::array();
    if (!program.why_none.empty()) return suggestions;
    for (const CallSuggestion& suggestion : suggestions_of(*program.call))
        suggestions.push_back({{"about", subject_of(suggestion)},
                               {"file", std::filesystem::path(suggestion.file).filename().string()},
                               {"line", suggestion.line},
                               {"what", suggestion.what},
                               {"text", suggestion_in_words(suggestion.what)},
                               {"ms", suggestion.ms},
                               {"times_faster", program.call->time.ms / suggestion.ms}});
    return suggestions;
}

/// Returns the roofs that no program can exceed; null if nothing is modelled.
json roofs_of(const TimeModel& model) {
    if (!model.why_none.empty()) return {};
    return {{"dram_gb_s", model.dram_gb_s},
            {"multiprocessors", model.multiprocessors},
            {"lanes", model.lanes},
            {"clock_ghz", model.clock_ghz},
            {"operations_g_s", model.operations_g_s()}};
}

} // namespace

json to_json(const ExplainedTime& time) {
    json compared = json::array();
    for (const ModelledProgram& program : time.compared)
        compared.push_back({{"name", program.name},
                            {"why_none", sentence(program.why_none)},
                            {"call", call_to_json(program)}});
    return {{"device", time.model.device},
            {"why_none", sentence(time.program.why_none)},
            {"case", time.case_name},
            {"no_speed", time.no_speed},
            {"call", call_to_json(time.program)},
            {"suggestions", suggestions_to_json(time.program)},
            {"roofs", roofs_of(time.model)},
            {"reference_programs", std::move(compared)}};
}

} // namespace grader
