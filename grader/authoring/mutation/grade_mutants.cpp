#include "authoring/mutation/grade_mutants.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include <fmt/core.h>

#include "authoring/mutation/equality.h"
#include "base/errors.h"
#include "base/files.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/grade_lab.h"
#include "grading/toolchain/compile.h"
#include "grading/verify/problem_module.h"

namespace grader::mutation {
namespace {

namespace fs = std::filesystem;

/// Grades the mutants of one solution on one backend.
class MutantGrader {
public:
    MutantGrader(const Backend& backend, const Lab& lab, const MutantGradingRequest& request)
        : backend_(backend), lab_(lab), request_(request), solution_(lab.solutions / "student.cu"),
          equality_(backend, lab, solution_, build_of_solution()) {
        const LabGrade grade = grade_of(solution_);
        if (outcome_of(grade) != expected_outcome(grade, {}))
            throw EnvironmentError(
                fmt::format("{} does not pass itself, so the grades of its mutants are meaningless: {}",
                            solution_.string(), outcome_of(grade)));
    }

    /// Grades one mutant. Thread-safe.
    void grade_one(MutantResult& result) const {
        // Each mutant has its own folder but the solution's file name, so that messages and names in an
        // object are the solution's.
        const fs::path source = request_.work / lab_.id / result.mutant.id / "student.cu";
        fs::create_directories(source.parent_path());
        write_if_changed(source, result.mutant.text);
        const CompileResult build = compile(backend_.compile_job(source, lab_, {}));
        if (!build.ok) {
            result.outcome = MutantOutcome::not_compiling;
            return;
        }
        const bool maybe_same = !equality_.has_other_ptx(build.object);
        if (maybe_same && equality_.is_same(source)) {
            result.outcome = MutantOutcome::same_program;
            return;
        }
        const LabGrade grade = grade_of(source);
        if (const Step* failed = grade.first_failed()) {
            result.outcome = MutantOutcome::caught;
            result.step = failed->name;
        } else {
            result.outcome = !maybe_same && equality_.is_same(source) ? MutantOutcome::same_program
                                                                      : MutantOutcome::survived;
        }
    }

private:
    [[nodiscard]] fs::path build_of_solution() const {
        const CompileResult build = compile(backend_.compile_job(solution_, lab_, {}));
        if (!build.ok)
            throw EnvironmentError(fmt::format("{} does not compile:\n{}", solution_.string(), build.log));
        return build.object;
    }

    [[nodiscard]] LabGrade grade_of(const fs::path& source) const {
        GradeRequest request;
        request.source = source;
        request.seed = request_.seed;
        request.benchmark = request_.benchmark;
        request.may_model = false;
        request.verdict_only = true;
        return grade_lab(backend_, lab_, request);
    }

    const Backend& backend_;
    const Lab& lab_;
    const MutantGradingRequest& request_;
    fs::path solution_;
    Equality equality_;
};

} // namespace

std::vector<MutantResult> grade_mutants(const Backend& backend, const Lab& lab,
                                        const std::vector<Mutant>& mutants,
                                        const MutantGradingRequest& request) {
    if (!backend.availability().usable)
        throw EnvironmentError("Cannot grade here: " + sentence(backend.availability().reason));
    (void)load_problem(lab.module); // load it once before the threads start; reports a module that is not
                                    // built
    const MutantGrader mutant_grader(backend, lab, request);
    std::vector<MutantResult> results;
    for (const Mutant& mutant : mutants) results.push_back({mutant, MutantOutcome::survived, ""});
    std::atomic<std::size_t> next = 0;
    std::size_t done = 0;
    std::mutex mutex; // guards `done`, `failure` and the progress
    std::exception_ptr failure;
    const auto work = [&] {
        for (std::size_t i; (i = next++) < results.size();) {
            std::exception_ptr thrown;
            try {
                mutant_grader.grade_one(results[i]);
            } catch (...) {
                thrown = std::current_exception();
                next = results.size(); // stop after an infrastructure error: the other mutants would fail as
                                       // well
            }
            const std::lock_guard lock(mutex);
            if (thrown != nullptr && failure == nullptr) failure = thrown;
            request.progress(++done, results.size());
        }
    };
    {
        std::vector<std::jthread> threads;
        const unsigned jobs = backend.why_untimed().empty() ? 1 : std::max(request.jobs, 1U);
        for (unsigned i = 0; i < jobs; ++i) threads.emplace_back(work);
    }
    if (failure != nullptr) std::rethrow_exception(failure);
    return results;
}

} // namespace grader::mutation
