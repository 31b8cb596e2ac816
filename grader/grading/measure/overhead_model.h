#pragma once

/// @file
/// The overhead of a call outside the timed function: messages, context switches, preparations. It is
/// calibrated on the baseline's calls on the same machine at the same time, because a student's process could
/// fake its own.

#include <vector>

#include "grading/runner_client/runner_client.h"

namespace grader {

/// The overheads of a series of calls.
class OverheadModel {
public:
    /// Adds the overhead of one more call.
    void add(const TimedCall& call);

    /// Returns the milliseconds that count for @p call: the time that its process reports, or the time
    /// observed from outside if the usual overhead does not explain the difference. Computing may begin while
    /// the device still switches contexts, so an unusually long switch is charged as well.
    [[nodiscard]] double charged_ms(const TimedCall& call) const;

    /// Returns whether the calls of @p others took far longer to prepare: then work of theirs was running on
    /// the device.
    [[nodiscard]] bool has_busy_device(const OverheadModel& others) const;

private:
    std::vector<double> clock_lags_ms_;        ///< differences between the trusted clock's time and the
                                               ///< runner's
    std::vector<double> wake_times_ms_;        ///< times until the runner had the device
    std::vector<double> preparation_times_ms_; ///< times until the buffers were prepared
};

} // namespace grader
