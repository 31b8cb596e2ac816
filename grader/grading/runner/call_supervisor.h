#pragma once

/// @file
/// What a keeper does while another process calls the student's function: it says when to begin, stops its own clock when
/// the other says that it is done, and looks at the outputs at that very moment.

#include <cstdint>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "grading/channel/doorbell.h"
#include "grading/runner/buffers.h"
#include "grading/runner/device.h"

namespace runner {

/// One keeper's share in timed calls.
class CallSupervisor {
public:
    /// Both have to outlive it.
    CallSupervisor(Device& device, Buffers& buffers) : device_(device), buffers_(buffers) {}

    /// Waits until the caller is armed, prepares as @p request says, and sees one call through.
    ///
    /// The caller holds nothing of this call's inputs before it is armed. Between the last copied input and "go" only
    /// the caches are emptied, on an idle device in a time that hardly varies: who computes meanwhile makes it longer.
    nlohmann::json supervise_call(const nlohmann::json& request, grader::Doorbell& doorbell);

    /// Whether what was seen when the caller said "done" still stands there: {changed_bytes}.
    ///
    /// A copy does not wait for the kernels of another process. So what it brings is what was there, finished or not;
    /// and if that is what the grader has found right since then, it was right in time.
    nlohmann::json outputs_settled();

private:
    Device& device_;
    Buffers& buffers_;
    std::vector<StridedRegion> regions_;
    std::vector<std::uint8_t> snapshot_;
};

} // namespace runner
