#pragma once

/// @file
/// What a call costs besides the call: messages, changes from process to process, preparations. The baseline's turns show
/// what that is here and now; a student's process could pretend.

#include <vector>

#include "grading/runner_client/runner_client.h"

namespace grader {

/// What some turns took besides their calls.
class OverheadModel {
public:
    /// One more turn.
    void add(const TimedCall& call);

    /// The milliseconds that count for @p call: what its process says, or what was seen from outside where that is more
    /// than the usual delays explain. Computing may begin while the device still changes over, so that is charged
    /// as well where it takes longer than usual.
    [[nodiscard]] double charged_ms(const TimedCall& call) const;

    /// Whether it took far longer to prepare for the turns of @p others: then something of theirs ran on the device.
    [[nodiscard]] bool has_busy_device(const OverheadModel& others) const;

private:
    std::vector<double> clock_lags_ms_;        ///< how far the runner's clock lay behind the trusted one
    std::vector<double> wake_times_ms_;        ///< until the runner had the device
    std::vector<double> preparation_times_ms_; ///< until the buffers were prepared
};

} // namespace grader
