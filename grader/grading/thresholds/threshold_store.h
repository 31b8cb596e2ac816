#pragma once

/// @file
/// Thresholds that were measured on this machine and stored: `.kernelsmith/thresholds/<gpu>.json` in the
/// course. `make release` includes the folder, so that one calibration serves all machines with the same GPU,
/// driver and toolkit.

#include <filesystem>
#include <optional>

#include "course/course.h"
#include "course/threshold.h"
#include "grading/backend/backend.h"

namespace grader::thresholds {

/// The stored thresholds of one GPU in a course's tree.
class ThresholdStore {
public:
    /// Opens the store for @p device in the course at @p course_root.
    ThresholdStore(const std::filesystem::path& course_root, const DeviceFacts& device);

    /// Returns the thresholds of @p lab. Nothing if none are stored, or if the GPU's driver, the toolkit, or
    /// the timed code has changed since.
    [[nodiscard]] std::optional<ThresholdsInUse> find(const Lab& lab) const;
    /// Stores @p threshold of @p lab, for which each program was measured @p grades times. Throws
    /// EnvironmentError.
    void store(const Lab& lab, const Threshold& threshold, std::size_t grades) const;

private:
    std::filesystem::path file_;
    const DeviceFacts& device_;
};

} // namespace grader::thresholds
