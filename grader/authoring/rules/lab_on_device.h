#pragma once

/// @file
/// A lab on the device: grades its files, runs its tests on them, and caches the counts.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "authoring/records/tasks/after_tasks.h"
#include "authoring/rules/sample.h"
#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/grade/grade.h"
#include "grading/inspect/observation.h"
#include "grading/measure/speed_benchmark.h"
#include "grading/steps/modelled_speed.h"
#include "grading/steps/technique_step.h"

namespace grader {

/// Result of one TEST_CASE.
struct TestedCase {
    std::string name;              ///< its name, a sentence
    std::vector<std::string> tags; ///< without brackets
    bool passed = false;           ///< no assertion failed, and none was skipped
};

/// One run of a lab's tests on one file.
struct TestRun {
    std::vector<TestedCase> cases; ///< those that were selected; empty if the run did not finish
    std::string fault;             ///< why the run did not finish; empty: it did

    /// Returns the names of the cases that failed.
    [[nodiscard]] std::vector<std::string> failed() const;
};

/// One lab on the device, with its baseline loaded in one benchmark for all timings.
class LabOnDevice {
public:
    /// @param the_sample selects the rungs and mistakes of the lab that @p the_lab contains
    /// @param progress called with a description of each activity
    /// @param seed of all inputs
    /// Throws EnvironmentError if the baseline cannot be measured.
    LabOnDevice(const Backend& backend, const Course& course, const Lab& the_lab, Sample the_sample,
                std::uint64_t seed, std::function<void(const std::string&)> progress);

    /// Returns the source of a mistake, as source_of() in authoring/rules/mistakes.h does.
    [[nodiscard]] std::optional<std::filesystem::path> source_of(const WrongFile& wrong) const;

    /// Grades @p source as a student's file; memoized. Keeps the counts of its step `technique` for
    /// counted().
    [[nodiscard]] const LabGrade& grade(const std::filesystem::path& source);

    /// Grades @p source with the step `fast`, modelled if it cannot be timed; memoized. The expectations in
    /// manifests were found by timing, so grade() omits a modelled `fast`.
    [[nodiscard]] const LabGrade& grade_with_speed(const std::filesystem::path& source);

    /// Returns the scores of the skeleton with the solution's regions filled in, after each task.
    [[nodiscard]] std::vector<tasks::AfterTask> after_tasks();

    /// The directory of the course.
    [[nodiscard]] const std::filesystem::path& root() const { return course_.root(); }

    /// Reports whether nothing can be timed here.
    [[nodiscard]] bool untimed() const { return !backend_.why_untimed().empty(); }

    /// Returns the simulator's counts for @p source: from its grade, or else from a run now. None if the call
    /// does not finish on the simulator.
    [[nodiscard]] const std::vector<ObservedLaunch>& counted(const std::filesystem::path& source);

    /// Returns every quantity of @p source over @p calls, or why the calls failed.
    [[nodiscard]] std::variant<std::map<std::string, double>, std::string>
    quantities(const std::filesystem::path& source, const std::vector<CountedCall>& calls) const;

    /// Runs the lab's tests that @p spec selects on @p source; all tests if it is empty. Memoized.
    [[nodiscard]] const TestRun& test(const std::filesystem::path& source, const std::string& spec);

    /// Returns the path of the built tests of @p lab.
    static std::filesystem::path tests_of(const Lab& lab) { return lab.module.parent_path() / "tests"; }

    const Lab& lab;      ///< the lab of these files
    const Sample sample; ///< the part of the lab's rungs and mistakes

private:
    [[nodiscard]] const LabGrade& graded(const std::filesystem::path& source, bool may_model);
    [[nodiscard]] TestRun run_tests(const std::filesystem::path& source, const std::string& spec) const;

    const Backend& backend_;
    const Course& course_;
    std::uint64_t seed_;
    std::function<void(const std::string&)> progress_;
    std::unique_ptr<SpeedBenchmark>
        benchmark_; ///< null if nothing can be timed, and for a lab without a speed step
    std::unique_ptr<ModelledBaseline> baseline_; ///< null if nothing can be modelled
    std::map<std::pair<std::filesystem::path, bool>, LabGrade>
        graded_; ///< by source and whether `fast` may be modelled
    std::map<std::filesystem::path, std::vector<ObservedLaunch>> counted_;
    std::map<std::pair<std::filesystem::path, std::string>, TestRun> tested_; ///< by source and test
                                                                              ///< specification
};

} // namespace grader
