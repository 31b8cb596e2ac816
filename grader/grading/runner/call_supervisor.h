#pragma once

/// @file
/// Supervision of a call by the keeper while another process calls the student's function: the keeper starts
/// the call, stops its own clock when the caller reports the end, and copies the spot checks of the outputs
/// at that moment.

#include <cstdint>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "grading/channel/doorbell.h"
#include "grading/runner/buffers.h"
#include "grading/runner/device.h"

namespace runner {

/// The keeper's part in timed calls.
class CallSupervisor {
public:
    /// Both @p device and @p buffers must outlive this object.
    CallSupervisor(Device& device, Buffers& buffers) : device_(device), buffers_(buffers) {}

    /// Waits until the caller is armed, prepares the buffers as @p request specifies, and supervises one
    /// call.
    ///
    /// The caller has none of this call's inputs before it is armed. After the last input is copied, only the
    /// caches are flushed before "go", on an idle device and in nearly constant time; a caller that computes
    /// meanwhile makes that measurably longer.
    nlohmann::json supervise_call(const nlohmann::json& request, grader::Doorbell& doorbell);

    /// Returns {changed_bytes}: the bytes of the snapshot that have changed since the caller reported "done".
    ///
    /// A snapshot does not wait for the kernels of another process, so it has the bytes of that moment,
    /// finished or not. If the grader finds the outputs right later, and no byte has changed since, they were
    /// right in time.
    nlohmann::json outputs_settled();

private:
    Device& device_;
    Buffers& buffers_;
    std::vector<StridedRegion> regions_;
    std::vector<std::uint8_t> snapshot_;
};

} // namespace runner
