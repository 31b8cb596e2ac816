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
#include "grading/toolchain/dependencies.h"
#include "grading/toolchain/kept_build.h"
#include "grading/toolchain/workplace.h"
#include "scan/scanner.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_log = 256 * 1024;

/// What failed in this process, by slot.
class Failures {
public:
    static Failures& instance() {
        static Failures failures;
        return failures;
    }

    [[nodiscard]] std::optional<CompileResult> find(const CompileJob& job) {
        const std::lock_guard lock(mutex_);
        const auto found = by_slot_.find(job.slot);
        if (found == by_slot_.end()) return std::nullopt;
        const auto& [made_from, result] = found->second;
        if (ingredients(job, made_from.dependencies) != made_from.ingredients) return std::nullopt;
        return result;
    }

    void keep(const CompileJob& job, MadeFrom made_from, CompileResult result) {
        result.seconds = 0;
        const std::lock_guard lock(mutex_);
        by_slot_[job.slot] = {std::move(made_from), std::move(result)};
    }

private:
    std::mutex mutex_;
    std::map<fs::path, std::pair<MadeFrom, CompileResult>> by_slot_;
};

/// Runs the compiler on @p job. What it says is told in the student's own names.
CompileResult run_compiler(const CompileJob& job, const Workplace& workplace, const fs::path& object) {
    ProcessSpec spec = workplace.call();
    spec.output_limit = longest_log;
    spec.memory_limit_mb = most_compiler_memory_mb;
    const auto start = std::chrono::steady_clock::now();
    const Finished finished = run_to_end(spec, job.seconds);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::error_code none;
    const bool made =
        finished.end.exit_code == 0 && !finished.timed_out && fs::file_size(object, none) > 0 && !none;
    return {made,
            object,
            workplace.in_own_names(finished.output),
            finished.timed_out,
            finished.end.out_of_memory,
            elapsed.count(),
            made && workplace.has_list() ? workplace.dependencies() : std::vector<fs::path>()};
}

/// NN of `-gencode=arch=compute_MM,code=sm_NN`, machine code of one capability.
std::optional<unsigned> machine_of(const std::string& flag) {
    kernelsmith::Scanner scan(flag);
    if (!scan.skip("-gencode=arch=compute_") || !scan.number() || !scan.skip(",code=sm_"))
        return std::nullopt;
    const std::optional<unsigned> capability = scan.number();
    return scan.at_end() ? capability : std::nullopt;
}

/// The result of an earlier call on @p job, where it still holds.
std::optional<CompileResult> known_result(const CompileJob& job) {
    if (const auto kept = find_build(job))
        return CompileResult{true, kept->object, kept->log, false, false, 0, kept->dependencies};
    return Failures::instance().find(job);
}

} // namespace

Message why_no_source(const fs::path& source) {
    constexpr std::uintmax_t largest = 1 << 20;
    std::error_code problem;
    const fs::file_status status = fs::status(source, problem);
    if (status.type() == fs::file_type::not_found)
        return {messages::no_source, {{"file", source.filename().string()}}};
    if (!fs::is_regular_file(status) || fs::file_size(source, problem) > largest || problem)
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
    // The libraries come before the source that needs them; some linkers would leave them out for that.
    if (!libraries.empty()) job.command.insert(job.command.end(), {"-Xlinker", "--no-as-needed"});
    for (const std::string& library : libraries) job.command.push_back("-l" + library);
    return job;
}

CompileResult compile(const CompileJob& job) {
    if (auto known = known_result(job)) return std::move(*known);
    // Of graders that need the same build at once, the first one makes it. If each made its own, a slot would have more builds than it
    // keeps, and an object could be removed before it was loaded.
    const SlotLock lock(job.slot);
    if (auto known = known_result(job)) return std::move(*known);
    DraftBuild draft(job);
    const Workplace workplace(job, draft.object());
    CompileResult result = run_compiler(job, workplace, draft.object());
    const std::optional<MadeFrom> made_from =
        draft.made_from(workplace, result.timed_out || result.out_of_memory);
    if (result.ok) // without a list nobody knows later what it was made from
        draft.keep(result.read.empty() ? std::nullopt : made_from, result.log);
    else if (made_from)
        Failures::instance().keep(job, *made_from, result);
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
