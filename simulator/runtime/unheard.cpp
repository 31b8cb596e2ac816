#include "runtime/unheard.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string_view>

#include "program/call.h"
#include "program/call_site.h"
#include "protocol/errors.h"

namespace simulator::runtime {

namespace {

/// What happened at one place of the program, again and again perhaps.
struct Unheard {
    std::uint64_t thread = 0;
    FindingKind kind = FindingKind::unchecked_launch;
    const void* call = nullptr; ///< see host_place()
    std::string what = {};
    std::uint64_t count = 1;
};

std::mutex mutex;
std::vector<Unheard> waiting;

/// Numbers that are not used again, as those of the operating system are.
std::uint64_t this_thread() {
    static std::atomic<std::uint64_t> threads = 0;
    thread_local const std::uint64_t number = ++threads;
    return number;
}

/// The simulator's own errors have been explained when they came up, and to be not ready is an answer.
bool is_the_programs(cudaError_t error) {
    return error != cudaErrorNotReady && error != cudaErrorNotSupported && error != cudaErrorInvalidPtx &&
           error != cudaErrorInvalidKernelImage && error != cudaErrorNoKernelImageForDevice;
}

Finding unheard_finding(const Unheard& one) {
    Finding finding;
    finding.kind = one.kind;
    finding.place = host_place(one.call);
    finding.what =
        one.kind == FindingKind::unchecked_launch ? one.what + "; nobody looked at the error" : one.what;
    finding.count = one.count;
    finding.advice =
        one.kind == FindingKind::unchecked_launch
            ? "A launch returns nothing. Ask for its error behind it: CUDA_CHECK(cudaGetLastError());"
            : "Look at what each call returns, as CUDA_CHECK(...) does: it may not have done its work.";
    return finding;
}

} // namespace

void note_refused_launch(const void* caller, const std::string& what) {
    const std::uint64_t thread = this_thread();
    const std::lock_guard lock(mutex);
    const auto known = std::ranges::find_if(waiting, [&](const Unheard& one) {
        return one.thread == thread && one.call == caller && one.what == what;
    });
    if (known != waiting.end()) {
        known->count += 1;
        return;
    }
    waiting.push_back({thread, FindingKind::unchecked_launch, caller, what});
}

void note_failed_call(cudaError_t error, const char* function) noexcept {
    try {
        const std::uint64_t thread = this_thread();
        const std::lock_guard lock(mutex);
        const bool has_one = std::ranges::any_of(waiting, [&](const Unheard& one) {
            return one.thread == thread && one.kind == FindingKind::failed_call;
        });
        if (has_one || !is_the_programs(error)) {
            return;
        }
        // Several entry points share a helper, whose name says nothing to the program's author.
        const std::string_view name = std::string_view(function).starts_with("cuda") ? function : "A call";
        waiting.push_back({thread, FindingKind::failed_call, current_call().site,
                           fmt::format("{} returned {}: {}", name, name_of(error), text_of(error))});
    } catch (const std::exception&) {
        // A note that there is no memory for is not worth the end of the program.
    }
}

void heard_of_errors() {
    const std::uint64_t thread = this_thread();
    const std::lock_guard lock(mutex);
    std::erase_if(waiting, [&](const Unheard& one) { return one.thread == thread; });
}

std::vector<Finding> take_unheard() {
    const std::lock_guard lock(mutex);
    std::vector<Finding> findings;
    for (const Unheard& one : waiting) findings.push_back(unheard_finding(one));
    waiting.clear();
    return findings;
}

} // namespace simulator::runtime
