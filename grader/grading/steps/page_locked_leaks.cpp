#include "grading/steps/page_locked_leaks.h"

#include <algorithm>

#include "finding_messages/memory_messages.h"

namespace grader {
namespace {

bool is_page_locked_leak(const ObservedFinding& finding) {
    const Message* const call = finding.where.find_message(kernelsmith::memory_messages::call);
    return finding.failure && finding.kind == "leak" && call != nullptr &&
           (call->text("function") == "cudaMallocHost" || call->text("function") == "cudaHostAlloc");
}

} // namespace

bool has_page_locked_leak(const InstrumentedRun& instrumented) {
    return instrumented.observed && std::ranges::any_of(instrumented.observed->findings, is_page_locked_leak);
}

void excuse_constant_leaks(InstrumentedRun& once, const InstrumentedRun& twice) {
    if (!once.observed || !twice.observed || !twice.fault.empty()) return;
    for (ObservedFinding& leak : once.observed->findings) {
        if (!is_page_locked_leak(leak)) continue;
        const auto same_place = [&](const ObservedFinding& other) {
            return is_page_locked_leak(other) && other.file == leak.file && other.line == leak.line;
        };
        const auto later = std::ranges::find_if(twice.observed->findings, same_place);
        if (later != twice.observed->findings.end() && later->count <= leak.count) leak.failure = false;
    }
}

} // namespace grader
