#pragma once

/// @file
/// Speed where no clock is: times that the simulator models, and the step `fast` made of them.

#include <filesystem>
#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "course/course.h"
#include "grade/grade.h"
#include "grade/grade_lab.h"
#include "grade/modelled_call.h"

namespace grader {

/// What the inputs of a modelled call are drawn from, where nobody asks for others: the same for everybody and each time, so
/// that a time repeats to the last digit.
inline constexpr std::uint64_t modelled_seed = 1;

/// Why times of @p lab cannot be modelled on @p backend; empty: they can.
std::string why_not_modelled(const Backend& backend, const Lab& lab);

/// Why nobody can tell how fast a build of @p lab is: there is no clock, and no model. Empty: one of them is there.
std::string why_no_speed(const Backend& backend, const Lab& lab);

/// One build against the baseline, modelled.
struct ModelledBuild {
    std::string failure;            ///< why there is no time; empty: there is one
    bool at_fault = false;          ///< the build is to blame for that: it stopped, or its result is wrong
    std::optional<Speedup> speedup; ///< with the band around it that the model's error leaves
    std::vector<Launch> launches;   ///< of the modelled call
    std::string limited_by;         ///< what limits the longest launch, in a sentence; may be empty
};

/// The baseline of a lab, modelled once for any number of builds.
class ModelledBaseline {
public:
    /// Of @p the_lab, which why_not_modelled() has nothing against. Both have to outlive this.
    ModelledBaseline(const Backend& backend, const Lab& the_lab) : backend_(backend), lab_(the_lab) {}

    /// Begins, beside whatever the caller does, unless it has begun already.
    void begin() const;
    /// Waits for it. Throws EnvironmentError where it does not compile, or the machine failed.
    [[nodiscard]] const ModelledCall& call() const;

private:
    const Backend& backend_;
    const Lab& lab_;
    mutable std::once_flag begun_;
    mutable std::shared_future<ModelledCall> call_;
};

/// Models the build @p object of @p lab, on inputs from @p seed, against @p baseline. Throws EnvironmentError where the
/// machine fails.
ModelledBuild model_build(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                          const ModelledBaseline& baseline, const ThresholdsInUse& thresholds,
                          std::uint64_t seed = modelled_seed);

/// What @p backend models of @p lab, in words: "one of 33 equal parts of the GPU, height 496, width 16384".
std::string modelled_case(const Backend& backend, const Lab& lab);

/// Models the build @p object, compares it with @p thresholds, and appends the step `fast`, the speedup and the launches to
/// @p grade.
void model_speed(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                 const GradeRequest& request, const ThresholdsInUse& thresholds, LabGrade& grade);

} // namespace grader
