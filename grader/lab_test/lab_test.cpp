#include "lab_test.h"

#include <iostream>
#include <memory>

#include <catch2/catch_session.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backend/backend.h"
#include "errors.h"
#include "grade/grade_lab.h"
#include "toolchain/compile.h"
#include "verify/case_runner.h"
#include "verify/problem_module.h"

namespace lab_test {
namespace {

namespace fs = std::filesystem;

/// The build under test, made at first use and kept for all tests of this program.
class Bench {
public:
    static Bench& instance() {
        static Bench bench;
        return bench;
    }

    fs::path source;
    std::string backend_name = "auto";
    fs::path course;
    fs::path modules;

    Outcome run(const kernelsmith::Sizes& sizes) {
        if (backend_ == nullptr) make();
        const std::uint64_t seed = grader::secret_seed();
        Outcome outcome;
        try {
            if (runner_ == nullptr) {
                runner_ = std::make_unique<grader::CaseRunner>(*backend_, *lab_,
                                                               grader::load_problem(lab_->module), object_);
                runner_->load();
            }
            const grader::CaseOutcome result = runner_->run(sizes, seed);
            outcome.passed = result.passed;
            outcome.report = fmt::format("{}: {}\n{}", grader::describe(sizes), result.message,
                                         fmt::join(result.details, "\n"));
            outcome.launches = result.launches;
            if (!result.passed) runner_.reset(); // what a wrong call left behind must not reach the next case
        } catch (const grader::RunnerDied& death) {
            runner_.reset();
            outcome.report = fmt::format("{}: {}", grader::describe(sizes), death.what());
        } catch (const grader::RunnerFault& fault) {
            runner_.reset();
            outcome.report =
                fmt::format("{}: {}", grader::describe(sizes), grader::explain(fault, lab_->manifest.entry));
        }
        return outcome;
    }

private:
    void make() {
        const fs::path program = fs::read_symlink("/proc/self/exe");
        const std::string id = program.parent_path().filename().string();
        if (modules.empty()) modules = program.parent_path().parent_path();
        const fs::path root = course.empty() ? grader::Course::find_root(fs::current_path()) : course;
        const fs::path build = program.parent_path().parent_path().parent_path();
        course_ = std::make_unique<grader::Course>(root, modules);
        lab_ = &course_->lab(id);
        if (source.empty()) source = lab_->student();
        auto backend = grader::make_backend(backend_name, {build / "bin", build / "grades"});
        if (!backend->availability().usable)
            throw grader::EnvironmentError("Nothing can be run here: " + backend->availability().reason);
        const grader::CompileResult result = grader::compile(backend->compile_job(source, *lab_, {}));
        if (!result.ok) throw std::runtime_error(source.string() + " does not compile:\n" + result.log);
        object_ = result.object;
        backend_ =
            std::move(backend); // last, because every test that finds none says again why there is none
    }

    std::unique_ptr<grader::Course> course_;
    const grader::Lab* lab_ = nullptr;
    std::unique_ptr<grader::Backend> backend_;
    fs::path object_;
    std::unique_ptr<grader::CaseRunner> runner_;
};

} // namespace

Outcome run_case(const kernelsmith::Sizes& sizes) { return Bench::instance().run(sizes); }

} // namespace lab_test

int main(int argc, char** argv) {
    Catch::Session session;
    lab_test::Bench& bench = lab_test::Bench::instance();
    std::string source;
    std::string course;
    std::string modules;
    using Catch::Clara::Opt;
    session.cli(
        session.cli() |
        Opt(source, "file")["--source"]("the file under test; the lab's student.cu when not given") |
        Opt(bench.backend_name, "name")["--backend"]("auto, gpu or sim") |
        Opt(course, "directory")["--course"]("the course, where it is not around the current directory") |
        Opt(modules,
            "directory")["--modules"]("the built problem modules, where they are not beside this program"));
    if (const int status = session.applyCommandLine(argc, argv); status != 0) return status;
    bench.source = source;
    bench.course = course;
    bench.modules = modules;
    return session.run();
}
