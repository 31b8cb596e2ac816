#include "lab_test.h"

#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/inspect/instrumented_run.h"
#include "grading/lab_test/options.h"
#include "grading/sentences/sentence.h"
#include "grading/toolchain/compile.h"
#include "grading/verify/case_runner.h"
#include "grading/verify/problem_module.h"
#include "kernelsmith/random.h"

namespace lab_test {
namespace {

namespace fs = std::filesystem;

/// Returns the seed for inputs of these sizes: other sizes get other inputs, whatever the order of the tests.
std::uint64_t seed_of(const kernelsmith::Sizes& sizes) {
    std::uint64_t seed = options().seed;
    for (const auto& [name, size] : sizes)
        seed = kernelsmith::random_bits(seed, static_cast<std::uint64_t>(size));
    return seed;
}

/// The build under test, compiled at first use and shared by all tests of this program.
class BuildUnderTest {
public:
    static BuildUnderTest& instance() {
        static BuildUnderTest bench;
        return bench;
    }

    Outcome run(const kernelsmith::Sizes& sizes) {
        if (backend_ == nullptr) prepare();
        Outcome outcome;
        const kernelsmith::Problem& problem = grader::load_problem(lab_->module);
        const std::string described = problem.describe(sizes);
        try {
            if (runner_ == nullptr) {
                runner_ = std::make_unique<grader::CaseRunner>(*backend_, grader::build_of(*lab_, object_),
                                                               problem);
                runner_->load();
            }
            const grader::CaseOutcome result = runner_->run(sizes, seed_of(sizes));
            outcome.passed = result.passed;
            outcome.report = fmt::format("{}: {}\n{}", described, grader::sentence(result.message),
                                         fmt::join(grader::lines_of(result.details), "\n"));
            outcome.launches = result.launches;
            // state left by a wrong call must not reach the next case
            if (!result.passed) runner_.reset();
        } catch (const grader::RunnerDied& death) {
            runner_.reset();
            outcome.report = fmt::format("{}: {}", described, grader::sentence(death.message));
        } catch (const grader::RunnerFault& fault) {
            runner_.reset();
            outcome.report = fmt::format("{}: {}", described,
                                         grader::sentence(grader::explain(fault, lab_->manifest.entry)));
        }
        outcome.report += fmt::format("\nThe same inputs again: --seed {}", options().seed);
        return outcome;
    }

    Outcome check(const kernelsmith::Sizes& sizes) {
        if (backend_ == nullptr) prepare();
        const grader::InstrumentedRun instrumented =
            grader::run_instrumented(*backend_, grader::build_of(*lab_, object_), sizes, seed_of(sizes),
                                     grader::Instrumentation::mistakes);
        Outcome outcome;
        outcome.report = fmt::format("{}: {}", grader::load_problem(lab_->module).describe(sizes),
                                     grader::sentence(instrumented.fault) +
                                         grader::sentence(instrumented.outcome.message));
        outcome.launches = instrumented.launches.launches;
        outcome.passed = instrumented.observed && instrumented.fault.empty() && instrumented.outcome.passed;
        if (!instrumented.observed) return outcome;
        for (const grader::ObservedFinding& finding : instrumented.observed->findings) {
            if (!finding.failure) continue;
            outcome.passed = false;
            outcome.report +=
                fmt::format("\nline {}: {}: {}", finding.line, finding.kind, grader::sentence(finding.what));
        }
        return outcome;
    }

private:
    void prepare() {
        const fs::path program = fs::read_symlink("/proc/self/exe");
        const std::string id = program.parent_path().filename().string();
        const Options& wanted = options();
        const fs::path modules =
            wanted.modules.empty() ? program.parent_path().parent_path() : wanted.modules;
        const fs::path root =
            wanted.course.empty() ? grader::Course::find_root(fs::current_path()) : wanted.course;
        const fs::path build = program.parent_path().parent_path().parent_path();
        course_ = std::make_unique<grader::Course>(root, modules);
        lab_ = &course_->lab(id);
        auto backend = grader::make_backend(wanted.backend, {build / "bin", build / "grades"});
        if (!backend->availability().usable)
            throw grader::EnvironmentError("Nothing can be run here: " +
                                           grader::sentence(backend->availability().reason));
        const fs::path source = wanted.source.empty() ? lab_->student() : wanted.source;
        const grader::CompileResult result = grader::compile(backend->compile_job(source, *lab_, {}));
        if (!result.ok) throw std::runtime_error(source.string() + " does not compile:\n" + result.log);
        object_ = result.object;
        backend_ =
            // stored last, so that every test without a backend reports the reason again
            std::move(backend);
    }

    std::unique_ptr<grader::Course> course_;
    const grader::Lab* lab_ = nullptr;
    std::unique_ptr<grader::Backend> backend_;
    fs::path object_;
    std::unique_ptr<grader::CaseRunner> runner_;
};

} // namespace

Options& options() {
    static Options of_this_process;
    return of_this_process;
}

Outcome run_case(const kernelsmith::Sizes& sizes) { return BuildUnderTest::instance().run(sizes); }

Outcome check_case(const kernelsmith::Sizes& sizes) { return BuildUnderTest::instance().check(sizes); }

} // namespace lab_test
