#include "runtime/finish.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "observe/finding_text.h"
#include "observe/report.h"
#include "runtime/call_site.h"
#include "runtime/explain_address.h"
#include "runtime/runtime.h"
#include "runtime/say.h"
#include "runtime/unheard.h"

namespace simulator::runtime {

namespace {

const pid_t owner = getpid();

std::atomic_flag telling;
constexpr std::chrono::milliseconds lock_patience{500};

bool is_freed_by_programs(Origin origin) {
    return origin == Origin::device || origin == Origin::async || origin == Origin::managed ||
           origin == Origin::pinned;
}

/// What one call in the program allocated and never gave back.
struct Leak {
    const Allocation* first = nullptr;
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
};

Finding leak_finding(const Leak& leak, const DeviceMemory& memory) {
    Finding finding;
    finding.kind = FindingKind::leak;
    finding.place = host_place(leak.first->allocated.caller);
    finding.address = leak.first->begin;
    finding.what = leak.count == 1
                       ? fmt::format("{} bytes were never freed", leak.bytes)
                       : fmt::format("{} allocations of one call, {} bytes together, were never freed",
                                     leak.count, leak.bytes);
    finding.where = name_of(memory, *leak.first);
    const bool is_array = std::string_view(leak.first->allocated.function) == "cudaMallocArray";
    finding.advice = leak.first->origin == Origin::pinned ? "Free it with cudaFreeHost."
                     : is_array                           ? "Free it with cudaFreeArray."
                                                          : "Free it with cudaFree.";
    finding.count = leak.count;
    return finding;
}

void find_leaks(Runtime& runtime) {
    std::map<std::uint32_t, Leak> leaks; // by the first allocation's number, which is an order for people
    std::map<const void*, std::uint32_t> first_of_call;
    for (const Allocation* allocation : runtime.memory.live()) {
        if (is_freed_by_programs(allocation->origin) && allocation->name.empty()) {
            const void* const call = host_place(allocation->allocated.caller).call;
            const auto first = first_of_call.try_emplace(call, allocation->id).first;
            Leak& leak = leaks[first->second];
            leak.first = leak.first == nullptr ? allocation : leak.first;
            leak.count += 1;
            leak.bytes += allocation->bytes;
        }
    }
    for (const auto& [number, leak] : leaks) {
        Finding finding = leak_finding(leak, runtime.memory);
        finding.unasked = !runtime.settings.check.leak;
        runtime.findings.add(std::move(finding));
    }
}

/// A call that has a finding of its own needs no note.
bool is_known(const std::vector<Finding>& findings, const void* call) {
    return std::ranges::any_of(findings, [&](const Finding& one) { return one.place.call == call; });
}

void find_unheard(Runtime& runtime) {
    for (Finding& finding : unheard()) {
        if (finding.kind != FindingKind::failed_call ||
            !is_known(runtime.findings.all(), finding.place.call)) {
            runtime.findings.add(std::move(finding));
        }
    }
}

void write_report(const Runtime& runtime, const std::vector<Finding>& findings) {
    std::error_code ignored;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    std::ofstream file(runtime.settings.report);
    simulator::write_report(file, {.device = runtime.settings.device, .program = program.string()},
                            runtime.launches, findings);
    if (!file.flush()) {
        say(fmt::format("the report cannot be written to {}", runtime.settings.report.string()));
    }
}

/// Runs after everything else in the process: on_exit() is called when the library is loaded, before the
/// program has registered anything.
void at_exit(int status, void*) {
    Runtime* const runtime = Runtime::if_started();
    if (runtime == nullptr || !is_owner()) {
        return;
    }
    // Before anything is told, so that whoever interrupts the program meanwhile is told what was found so far.
    const bool finished = finish_work(*runtime);
    if (!begin_to_tell()) {
        // Another thread is dying of a signal: the process ends by that, once its findings are told.
        telling.wait(true);
    }
    const auto calls = finished ? stop_calls(*runtime) : std::unique_lock<std::timed_mutex>();
    if (calls) {
        runtime->registry.finish();
        if (runtime->has_unprinted()) {
            say("what the last kernels printed is lost, because the program ended without waiting for "
                "them: call cudaDeviceSynchronize()");
        }
        const CheckSettings& check = runtime->settings.check;
        if ((check.memory || check.leak) && !runtime->errors.faulted()) {
            find_leaks(*runtime);
        }
    }
    if (!runtime->settings.trace.empty() && !runtime->traced) {
        say(fmt::format("--trace: no kernel was run that has {} in its mangled name",
                        runtime->settings.trace));
    }
    tell_all(*runtime, calls.owns_lock());
    if (status == EXIT_SUCCESS && (runtime->findings.failures() != 0 || could_not_run())) {
        std::fflush(nullptr);
        _exit(EXIT_FAILURE);
    }
}

/// quick_exit() does not say with which status, so that it stays.
void at_quick_exit_told() { at_exit(EXIT_FAILURE, nullptr); }

[[gnu::constructor]] void arm() {
    on_exit(at_exit, nullptr);
    std::at_quick_exit(at_quick_exit_told);
}

} // namespace

bool is_owner() { return getpid() == owner; }

bool begin_to_tell() { return !telling.test_and_set(); }

void end_to_tell() {
    telling.clear();
    telling.notify_all();
}

bool finish_work(Runtime& runtime, std::optional<std::chrono::milliseconds> patience) {
    if (!runtime.queue.program_has_ended(lock_patience)) {
        return false;
    }
    if (patience) {
        return runtime.queue.end_within(*patience);
    }
    runtime.queue.wait_for_all();
    return true;
}

std::unique_lock<std::timed_mutex> stop_calls(Runtime& runtime) { return {runtime.mutex, lock_patience}; }

void tell_all(Runtime& runtime, bool calls_stopped) {
    if (calls_stopped) {
        find_unheard(runtime);
    }
    const std::vector<Finding> findings = runtime.findings.all();
    std::string text;
    for (const Finding& finding : findings) {
        text += simulator::text_of(finding);
    }
    flush_output();
    std::fwrite(text.data(), 1, text.size(), stderr);
    if (runtime.settings.report.empty()) {
        return;
    }
    if (calls_stopped) {
        write_report(runtime, findings);
    } else {
        say("no report is written, because the program ended within a call of CUDA");
    }
}

} // namespace simulator::runtime
