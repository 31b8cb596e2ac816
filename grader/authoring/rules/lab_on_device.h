#pragma once

/// @file
/// A lab on the device: its files graded, its tests run on them, and what was counted on the way.

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

/// What became of one TEST_CASE.
struct TestedCase {
    std::string name;              ///< its sentence
    std::vector<std::string> tags; ///< without brackets
    bool passed = false;           ///< no assertion failed, and none was left out
};

/// A run of a lab's tests on one file.
struct TestRun {
    std::vector<TestedCase> cases; ///< those that were chosen; empty where the run did not come to its end
    std::string fault;             ///< why it did not; empty: it did

    /// The names of the cases that failed.
    [[nodiscard]] std::vector<std::string> failed() const;
};

/// One lab on the device, with its baseline waiting in one arena for all that is timed.
class LabOnDevice {
public:
    /// @param the_sample of the lab that @p the_lab has the rungs and mistakes of
    /// @param progress called with what is being done
    /// @param seed of all inputs
    /// Throws EnvironmentError where the baseline cannot be measured.
    LabOnDevice(const Backend& backend, const Course& course, const Lab& the_lab, Sample the_sample,
                std::uint64_t seed, std::function<void(const std::string&)> progress);

    /// The source of a mistake, as source_of() in authoring/rules/mistakes.h has it.
    [[nodiscard]] std::optional<std::filesystem::path> source_of(const WrongFile& wrong) const;

    /// Grades @p source as a student's file, the same file once. What its step `technique` counted is kept for counted().
    [[nodiscard]] const LabGrade& grade(const std::filesystem::path& source);

    /// The same with the step `fast`, modelled where no clock is. What manifests expect was found with a clock, so grade() leaves
    /// a modelled `fast` out.
    [[nodiscard]] const LabGrade& grade_with_speed(const std::filesystem::path& source);

    /// What the skeleton earns with the solution's regions filled in, after each task.
    [[nodiscard]] std::vector<tasks::AfterTask> after_tasks();

    /// The directory of the course.
    [[nodiscard]] const std::filesystem::path& root() const { return course_.root(); }

    /// Whether nothing can be timed here.
    [[nodiscard]] bool untimed() const { return !backend_.why_untimed().empty(); }

    /// What the simulator counted for @p source: at its grade, or else now. None where the call does not come to
    /// its end there.
    [[nodiscard]] const std::vector<ObservedLaunch>& counted(const std::filesystem::path& source);

    /// Every quantity of @p source over @p calls, or why they did not come to a right end.
    [[nodiscard]] std::variant<std::map<std::string, double>, std::string>
    quantities(const std::filesystem::path& source, const std::vector<CountedCall>& calls) const;

    /// Runs those of the lab's tests that @p spec chooses on @p source; all of them where it is empty. The same
    /// run is made once.
    [[nodiscard]] const TestRun& test(const std::filesystem::path& source, const std::string& spec);

    /// Where the built tests of @p lab are.
    static std::filesystem::path tests_of(const Lab& lab) { return lab.module.parent_path() / "tests"; }

    const Lab& lab;      ///< whose files these are
    const Sample sample; ///< of the lab's rungs and mistakes

private:
    [[nodiscard]] const LabGrade& graded(const std::filesystem::path& source, bool may_model);
    [[nodiscard]] TestRun run_tests(const std::filesystem::path& source, const std::string& spec) const;

    const Backend& backend_;
    const Course& course_;
    std::uint64_t seed_;
    std::function<void(const std::string&)> progress_;
    std::unique_ptr<SpeedBenchmark>
        benchmark_; ///< null where nothing can be timed, and for a lab that is not about speed
    std::unique_ptr<ModelledBaseline> baseline_; ///< null where nothing can be modelled
    std::map<std::pair<std::filesystem::path, bool>, LabGrade>
        graded_; ///< by source and whether it may be modelled
    std::map<std::filesystem::path, std::vector<ObservedLaunch>> counted_;
    std::map<std::pair<std::filesystem::path, std::string>, TestRun> tested_; ///< by source and specification
};

} // namespace grader
