#include "device/final_report.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "finding_messages/call_messages.h"
#include "findings/finding_text.h"
#include "loading/registry.h"
#include "program/call_site.h"
#include "program/notice.h"
#include "protocol/errors.h"
#include "report/report.h"
#include "runtime/calls.h"
#include "runtime/explain_address.h"
#include "runtime/memory.h"
#include "runtime/printed_text.h"
#include "runtime/program_report.h"
#include "runtime/runtime.h"
#include "runtime/unchecked_errors.h"
#include "runtime/work_queue.h"

namespace simulator::device {

namespace call_messages = kernelsmith::call_messages;
using runtime::CheckSettings;
using runtime::Runtime;

namespace {

constexpr std::chrono::milliseconds lock_timeout{500};

bool is_freed_by_programs(AllocationOrigin origin) {
    return origin == AllocationOrigin::device || origin == AllocationOrigin::async ||
           origin == AllocationOrigin::managed || origin == AllocationOrigin::pinned;
}

/// Memory that one call in the program allocated and that was never freed.
struct Leak {
    const Allocation* first = nullptr;
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
};

Finding leak_finding(const Leak& leak, const DeviceMemory& memory) {
    Finding finding;
    finding.kind = FindingKind::leak;
    finding.place = runtime::host_code_place(leak.first->allocated.caller);
    finding.address = leak.first->begin;
    finding.what = leak.count == 1 ? Message(call_messages::leaked_memory, {{"bytes", leak.bytes}})
                                   : Message(call_messages::leaked_allocations,
                                             {{"count", leak.count}, {"bytes", leak.bytes}});
    finding.where = runtime::name_of(memory, *leak.first);
    const bool is_array = std::string_view(leak.first->allocated.function) == "cudaMallocArray";
    finding.advice = {call_messages::free_by,
                      {{"function", leak.first->origin == AllocationOrigin::pinned ? "cudaFreeHost"
                                    : is_array                                     ? "cudaFreeArray"
                                                                                   : "cudaFree"}}};
    finding.count = leak.count;
    return finding;
}

void find_leaks(Runtime& runtime) {
    // Keyed by the first allocation's number, which gives a readable order
    std::map<std::uint32_t, Leak> leaks;
    std::map<const void*, std::uint32_t> first_of_call;
    for (const Allocation* allocation : runtime.memory().device.live()) {
        if (is_freed_by_programs(allocation->origin) && allocation->name.empty()) {
            const void* const call = runtime::host_code_place(allocation->allocated.caller).call;
            const auto first = first_of_call.try_emplace(call, allocation->id).first;
            Leak& leak = leaks[first->second];
            leak.first = leak.first == nullptr ? allocation : leak.first;
            leak.count += 1;
            leak.bytes += allocation->bytes;
        }
    }
    for (const auto& [number, leak] : leaks) {
        Finding finding = leak_finding(leak, runtime.memory().device);
        finding.not_requested = !runtime.settings.check.leak;
        runtime.report().findings.add(std::move(finding));
    }
}

/// Returns whether a call has a finding. An unchecked error of that call then needs no report.
bool has_finding_at(const std::vector<Finding>& findings, const void* call) {
    return std::ranges::any_of(findings, [&](const Finding& one) { return one.place.call == call; });
}

void add_unchecked_errors(Runtime& runtime) {
    for (Finding& finding : runtime::take_unchecked_errors()) {
        if (finding.kind != FindingKind::failed_call ||
            !has_finding_at(runtime.report().findings.all(), finding.place.call)) {
            runtime.report().findings.add(std::move(finding));
        }
    }
}

std::string report_of(Runtime& runtime, const std::string& program, bool interrupted) {
    std::ostringstream text;
    simulator::write_report(text,
                            {.device = runtime.settings.device,
                             .program = program,
                             .images = runtime.registry().used_images(),
                             .interrupted = interrupted,
                             .over_limit = runtime.report().over_limit,
                             .explain_counters = !runtime.settings.accesses.empty()},
                            runtime.report().launches, runtime.report().findings.all());
    return text.str();
}

void write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = write(file, text.data(), text.size());
        if (count <= 0) {
            throw std::system_error(errno, std::generic_category(), "the report cannot be written");
        }
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

/// Prints the findings that were added since the last call.
void print_findings(Runtime& runtime) {
    static std::mutex mutex;
    static std::size_t printed = 0;
    const std::lock_guard lock(mutex);
    const std::vector<Finding> findings = runtime.report().findings.all();
    std::string text;
    for (; printed < findings.size(); ++printed) {
        text += simulator::text_of(findings[printed]);
    }
    runtime::flush_output();
    std::fwrite(text.data(), 1, text.size(), stderr);
}

bool is_wrong(const Runtime& runtime) {
    return runtime.report().findings.failures() != 0 || runtime::has_reported_unsupported();
}

/// Looks for omissions of which only a program that ends normally can be blamed.
void find_omissions(Runtime& runtime) {
    runtime.registry().finish();
    if (runtime.printed_text().has_text()) {
        runtime::print_notice("the printf output of the last kernels is lost, because the program exited "
                              "without waiting for them: call cudaDeviceSynchronize()");
    }
    const CheckSettings& check = runtime.settings.check;
    if ((check.memory || check.leak) && !runtime.errors().faulted()) {
        find_leaks(runtime);
    }
    if (!runtime.settings.trace.empty() && !runtime.report().traced) {
        runtime::print_notice(fmt::format("--trace: no kernel was run that has {} in its mangled name",
                                          runtime.settings.trace));
    }
}

} // namespace

bool report_at_exit(Runtime& runtime) {
    // Work that waits for the program now ends with a fault.
    const bool finished = runtime.queue().mark_program_ended(lock_timeout);
    if (finished) {
        runtime.queue().wait_for_all();
    }
    {
        // A thread of the program may still be in a call that takes long.
        const std::unique_lock calls(runtime.calls().mutex, lock_timeout);
        if (finished && calls) {
            find_omissions(runtime);
        }
    }
    add_unchecked_errors(runtime);
    print_findings(runtime);
    return is_wrong(runtime);
}

bool write_final_report(Runtime& runtime, bool interrupted, int report, const std::string& program) {
    add_unchecked_errors(runtime);
    print_findings(runtime);
    write_all(report, report_of(runtime, program, interrupted));
    return is_wrong(runtime);
}

} // namespace simulator::device
