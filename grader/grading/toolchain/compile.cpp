#include "grading/toolchain/compile.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <unistd.h>

#include <fmt/core.h>

#include "base/errors.h"
#include "grading/messages/builds.h"
#include "grading/processes/process.h"
#include "grading/toolchain/cached_build.h"
#include "grading/toolchain/compiler_invocation.h"
#include "grading/toolchain/dependencies.h"
#include "scan/scanner.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_log_bytes = 256 * 1024;

/// Failed builds of this process, by cache entry.
class Failures {
public:
    static Failures& instance() {
        static Failures failures;
        return failures;
    }

    [[nodiscard]] std::optional<CompileResult> find(const CompileJob& job) {
        const std::lock_guard lock(mutex_);
        const auto found = by_entry_.find(job.cache_entry);
        if (found == by_entry_.end()) return std::nullopt;
        const auto& [build_inputs, result] = found->second;
        if (fingerprint(job, build_inputs.dependencies) != build_inputs.fingerprint) return std::nullopt;
        return result;
    }

    void keep(const CompileJob& job, BuildInputs build_inputs, CompileResult result) {
        result.seconds = 0;
        const std::lock_guard lock(mutex_);
        by_entry_[job.cache_entry] = {std::move(build_inputs), std::move(result)};
    }

private:
    std::mutex mutex_;
    std::map<fs::path, std::pair<BuildInputs, CompileResult>> by_entry_;
};

/// Runs the compiler on @p job. Its output is returned with the student's own file names.
CompileResult run_compiler(const CompileJob& job, const CompilerInvocation& invocation,
                           const fs::path& object) {
    ProcessSpec spec = invocation.call();
    spec.output_limit = max_log_bytes;
    spec.memory_limit_mb = max_compiler_memory_mb;
    const auto start = std::chrono::steady_clock::now();
    const ProcessResult finished = run_process(spec, job.seconds);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::error_code none;
    const bool made =
        finished.end.exit_code == 0 && !finished.timed_out && fs::file_size(object, none) > 0 && !none;
    return {made,
            object,
            invocation.restore_names(finished.output),
            finished.timed_out,
            finished.end.out_of_memory,
            elapsed.count(),
            made && invocation.has_dependency_list() ? invocation.dependencies() : std::vector<fs::path>()};
}

/// Returns NN of `-gencode=arch=compute_MM,code=sm_NN`, SASS for one compute capability.
std::optional<unsigned> machine_of(const std::string& flag) {
    kernelsmith::Scanner scan(flag);
    if (!scan.skip("-gencode=arch=compute_") || !scan.number() || !scan.skip(",code=sm_"))
        return std::nullopt;
    const std::optional<unsigned> capability = scan.number();
    return scan.at_end() ? capability : std::nullopt;
}

/// Returns the result of an earlier call for @p job if it is still valid.
std::optional<CompileResult> find_known_result(const CompileJob& job) {
    if (const auto kept = find_cached_build(job))
        return CompileResult{true, kept->object, kept->log, false, false, 0, kept->dependencies};
    return Failures::instance().find(job);
}

} // namespace

Message find_source_problem(const fs::path& source) {
    constexpr std::uintmax_t max_source_bytes = 1 << 20;
    std::error_code problem;
    const fs::file_status status = fs::status(source, problem);
    if (status.type() == fs::file_type::not_found)
        return {messages::no_source, {{"file", source.filename().string()}}};
    if (!fs::is_regular_file(status) || fs::file_size(source, problem) > max_source_bytes || problem)
        return messages::not_a_source;
    if (::access(source.c_str(), R_OK) != 0)
        return {messages::unreadable_source, {{"error", std::strerror(errno)}}};
    return {};
}

CompileJob as_peer(CompileJob job, const std::vector<std::string>& libraries) {
    const auto native = std::ranges::find_if(job.command, [](const std::string& flag) {
        return machine_of(flag).has_value();
    });
    if (native != job.command.end()) {
        *native = fmt::format("-gencode=arch=compute_{0},code=sm_{0}", *machine_of(*native));
        std::erase_if(job.command, [&](const std::string& flag) {
            return flag.starts_with("-gencode=") && !machine_of(flag);
        });
    }
    // The libraries precede the source that needs them; some linkers would omit them for that (--as-needed).
    if (!libraries.empty()) job.command.insert(job.command.end(), {"-Xlinker", "--no-as-needed"});
    for (const std::string& library : libraries) job.command.push_back("-l" + library);
    return job;
}

CompileResult compile(const CompileJob& job) {
    if (auto known = find_known_result(job)) return std::move(*known);
    // If several graders need the same build at once, the first one makes it. If each made its own, a cache
    // entry would exceed the number of builds that it keeps, and an object could be removed before it was
    // loaded.
    const CacheEntryLock lock(job.cache_entry);
    if (auto known = find_known_result(job)) return std::move(*known);
    DraftBuild draft(job);
    const CompilerInvocation invocation(job, draft.object());
    CompileResult result = run_compiler(job, invocation, draft.object());
    const std::optional<BuildInputs> build_inputs =
        draft.build_inputs(invocation, result.timed_out || result.out_of_memory);
    if (result.ok) // without a list, the inputs cannot be verified later
        draft.keep(result.read.empty() ? std::nullopt : build_inputs, result.log);
    else if (build_inputs)
        Failures::instance().keep(job, *build_inputs, result);
    return result;
}

std::vector<CompileResult> compile_all(const std::vector<CompileJob>& jobs, unsigned workers) {
    std::vector<CompileResult> results(jobs.size());
    std::vector<std::exception_ptr> failures(jobs.size());
    std::atomic<std::size_t> next = 0;
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < std::max(workers, 1U); ++i)
            threads.emplace_back([&] {
                for (std::size_t job; (job = next++) < jobs.size();) {
                    try {
                        results[job] = compile(jobs[job]);
                    } catch (...) {
                        failures[job] = std::current_exception();
                    }
                }
            });
    }
    for (const std::exception_ptr& failure : failures)
        if (failure != nullptr) std::rethrow_exception(failure);
    return results;
}

} // namespace grader
