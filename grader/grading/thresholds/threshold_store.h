#pragma once

/// @file
/// Thresholds that were measured on this machine and kept: `.kernelsmith/thresholds/<gpu>.json` in the course. `make release`
/// takes the folder along, so that one calibration serves all machines with the same GPU, driver and toolkit.

#include <filesystem>
#include <optional>

#include "course/course.h"
#include "course/threshold.h"
#include "grading/backend/backend.h"

namespace grader::thresholds {

/// The thresholds of one GPU that a course's tree keeps.
class ThresholdStore {
public:
    /// Those of @p device in the course at @p course_root.
    ThresholdStore(const std::filesystem::path& course_root, const DeviceFacts& device);

    /// The thresholds of @p lab. Nothing where none were kept, or where the GPU's driver, the toolkit, or what is timed has changed
    /// since.
    [[nodiscard]] std::optional<ThresholdsInUse> find(const Lab& lab) const;
    /// Keeps @p threshold of @p lab, for which each program was measured @p grades times. Throws EnvironmentError.
    void store(const Lab& lab, const Threshold& threshold, std::size_t grades) const;

private:
    std::filesystem::path file_;
    const DeviceFacts& device_;
};

} // namespace grader::thresholds
