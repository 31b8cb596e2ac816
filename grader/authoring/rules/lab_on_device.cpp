#include "authoring/rules/lab_on_device.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "authoring/rules/mistakes.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "grading/inspect/evaluate.h"
#include "grading/processes/process.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/grade_lab.h"
#include "grading/steps/speed_step.h"
#include "grading/steps/technique_step.h"
#include "grading/toolchain/compile.h"

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Longer than the tests of any lab take.
constexpr double test_timeout_s = 300;

std::vector<TestedCase> read_cases(const json& document) {
    std::vector<TestedCase> cases;
    for (const json& one : document.at("cases"))
        cases.push_back({one.at("name"), one.at("tags"), one.at("passed")});
    return cases;
}

} // namespace

std::vector<std::string> TestRun::failed() const {
    std::vector<std::string> names;
    for (const TestedCase& one : cases)
        if (!one.passed) names.push_back(one.name);
    return names;
}

LabOnDevice::LabOnDevice(const Backend& backend, const Course& course, const Lab& the_lab, Sample the_sample,
                         std::uint64_t seed, std::function<void(const std::string&)> progress)
    : lab(the_lab), sample(the_sample), backend_(backend), course_(course), seed_(seed),
      progress_(std::move(progress)), benchmark_(benchmark_where_timed(backend, the_lab, seed)),
      baseline_(make_shared_modelled_baseline(backend, the_lab)) {}

std::optional<fs::path> LabOnDevice::source_of(const WrongFile& wrong) const {
    return grader::source_of(backend_, lab, wrong);
}

const LabGrade& LabOnDevice::grade(const fs::path& source) { return graded(source, false); }

const LabGrade& LabOnDevice::grade_with_speed(const fs::path& source) {
    return graded(source, untimed() && lab.manifest.has_timed_cases());
}

const LabGrade& LabOnDevice::graded(const fs::path& source, bool may_model) {
    const std::pair key(source, may_model);
    if (const auto known = graded_.find(key); known != graded_.end()) return known->second;
    GradeRequest request;
    request.source = source;
    request.seed = seed_;
    request.benchmark = benchmark_.get();
    request.may_model = may_model;
    request.baseline = baseline_.get();
    request.progress = [&](const std::string& what) { progress_(what + ", " + source.filename().string()); };
    request.counted = [&](const std::vector<ObservedLaunch>& observed) { counted_[source] = observed; };
    return graded_[key] = grade_lab(backend_, lab, request);
}

std::vector<tasks::AfterTask> LabOnDevice::after_tasks() {
    const TemporaryDirectory scratch;
    std::vector<tasks::AfterTask> after;
    for (std::size_t done = 0; done <= lab.manifest.tasks.size(); ++done)
        after.push_back(
            tasks::after_task_from(grade_with_speed(tasks::source_after(lab, done, scratch.path()))));
    return after;
}

const std::vector<ObservedLaunch>& LabOnDevice::counted(const fs::path& source) {
    const auto known = counted_.find(source);
    if (known != counted_.end()) return known->second;
    progress_(fmt::format("{}: counting {}", lab.id, source.filename().string()));
    const CompileResult build = compile(backend_.compile_job(source, lab, {}));
    if (!build.ok)
        throw EnvironmentError(fmt::format("{} does not compile:\n{}", source.string(), build.log));
    const CountedRun run = count(backend_, build_of(lab, build.object), counted_calls(lab));
    return counted_[source] = run.fault.empty() ? run.observed : std::vector<ObservedLaunch>();
}

std::variant<std::map<std::string, double>, std::string>
LabOnDevice::quantities(const fs::path& source, const std::vector<CountedCall>& calls) const {
    const CompileResult build = compile(backend_.compile_job(source, lab, {}));
    if (!build.ok) return "it does not compile: " + build.log;
    const CountedRun run = count(backend_, build_of(lab, build.object), calls);
    if (!run.fault.empty()) return sentence(run.fault);
    if (!run.wrong.empty()) return sentence(run.wrong);
    return all_quantities(run.observed, run.of_call);
}

const TestRun& LabOnDevice::test(const fs::path& source, const std::string& spec) {
    const auto known = tested_.find({source, spec});
    return known != tested_.end() ? known->second : tested_[{source, spec}] = run_tests(source, spec);
}

TestRun LabOnDevice::run_tests(const fs::path& source, const std::string& spec) const {
    progress_(fmt::format("{}: tests {}, {}", lab.id, spec, source.filename().string()));
    const TemporaryDirectory scratch;
    const fs::path results = scratch.path() / "cases.json";
    ProcessSpec process;
    process.argv = {tests_of(lab).string()};
    if (!spec.empty()) process.argv.push_back(spec);
    for (const auto& [option, value] : {std::pair{"--reporter", "cases::out=" + results.string()},
                                        {"--source", source.string()},
                                        {"--backend", backend_.name()},
                                        {"--course", course_.root().string()},
                                        {"--modules", lab.module.parent_path().parent_path().string()},
                                        {"--seed", std::to_string(seed_)}})
        process.argv.insert(process.argv.end(), {option, value});
    const ProcessResult finished = run_process(process, test_timeout_s);
    if (finished.timed_out) return {{}, "they do not finish"};
    try {
        return {read_cases(parse_json(read_text(results))), ""};
    } catch (const json::parse_error&) {
        return {{}, "they were aborted: " + finished.output};
    }
}

} // namespace grader
