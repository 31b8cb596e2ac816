#include "runtime/unchecked_errors.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string_view>

#include "finding_messages/call_messages.h"
#include "program/call.h"
#include "program/call_site.h"
#include "protocol/errors.h"

namespace simulator::runtime {

namespace call_messages = kernelsmith::call_messages;

namespace {

/// An error at one call site, possibly repeated.
struct UncheckedError {
    std::uint64_t thread = 0;
    FindingKind kind = FindingKind::unchecked_launch;
    const void* call = nullptr; ///< see host_code_place()
    Message what = {};
    std::uint64_t count = 1;
};

std::mutex mutex;
std::vector<UncheckedError> unchecked_errors;

/// Returns a number that is never reused, unlike the thread IDs of the operating system.
std::uint64_t this_thread_number() {
    static std::atomic<std::uint64_t> threads = 0;
    thread_local const std::uint64_t number = ++threads;
    return number;
}

/// Returns whether the error is the program's. The simulator's own errors were explained before, and
/// cudaErrorNotReady is a result.
bool is_program_error(cudaError_t error) {
    return error != cudaErrorNotReady && error != cudaErrorNotSupported && error != cudaErrorInvalidPtx &&
           error != cudaErrorInvalidKernelImage && error != cudaErrorNoKernelImageForDevice;
}

Finding unchecked_error_finding(const UncheckedError& one) {
    Finding finding;
    finding.kind = one.kind;
    finding.place = host_code_place(one.call);
    const bool refused = one.kind == FindingKind::unchecked_launch;
    finding.what =
        refused ? Message(call_messages::refusal_was_not_checked, {{"refusal", one.what}}) : one.what;
    finding.count = one.count;
    finding.advice = refused ? call_messages::check_error_after_launch : call_messages::check_result_of_calls;
    return finding;
}

} // namespace

void note_refused_launch(const void* caller, const Message& refusal) {
    const std::uint64_t thread = this_thread_number();
    const std::lock_guard lock(mutex);
    const auto known = std::ranges::find_if(unchecked_errors, [&](const UncheckedError& one) {
        return one.thread == thread && one.call == caller && one.what == refusal;
    });
    if (known != unchecked_errors.end()) {
        known->count += 1;
        return;
    }
    unchecked_errors.push_back({thread, FindingKind::unchecked_launch, caller, refusal});
}

void note_failed_call(cudaError_t error, const char* function) noexcept {
    try {
        const std::uint64_t thread = this_thread_number();
        const std::lock_guard lock(mutex);
        const bool has_one = std::ranges::any_of(unchecked_errors, [&](const UncheckedError& one) {
            return one.thread == thread && one.kind == FindingKind::failed_call;
        });
        if (has_one || !is_program_error(error)) {
            return;
        }
        // Several entry points share a helper, whose name means nothing to the author of the program.
        const std::string_view name = std::string_view(function).starts_with("cuda") ? function : "";
        unchecked_errors.push_back(
            {thread, FindingKind::failed_call, current_call().site,
             Message(call_messages::call_returned_error,
                     {{"function", name}, {"error", name_of(error)}, {"text", text_of(error)}})});
    } catch (const std::exception&) {
        // Drop the record if there is not enough memory.
    }
}

void mark_errors_checked() {
    const std::uint64_t thread = this_thread_number();
    const std::lock_guard lock(mutex);
    std::erase_if(unchecked_errors, [&](const UncheckedError& one) { return one.thread == thread; });
}

std::vector<Finding> take_unchecked_errors() {
    const std::lock_guard lock(mutex);
    std::vector<Finding> findings;
    for (const UncheckedError& one : unchecked_errors) findings.push_back(unchecked_error_finding(one));
    unchecked_errors.clear();
    return findings;
}

} // namespace simulator::runtime
