#pragma once

/// @file
/// The guard bands before and after each buffer, which no solution may write.

#include <cstdint>
#include <vector>

#include "base/secrets.h"
#include "grading/messages/message.h"
#include "grading/runner_client/runner_client.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Returns a pattern for the guard bands of each buffer. The patterns differ: a kernel that copies beyond the
/// ends of two buffers at once would otherwise write the guard's own bytes.
std::vector<std::uint64_t> make_guards(const kernelsmith::Layout& layout, Secrets& secrets);

/// Describes writes to @p bands, which were filled with @p guard, as a message of the kind
/// outside_its_buffer; an empty message if there are none. It gives the distance of the outermost change from
/// @p buffer in whole elements. The number of changed bytes is random, because a written byte may equal the
/// guard's.
Message damage_to(const GuardBands& bands, std::uint64_t guard, const kernelsmith::Buffer& buffer);

/// Describes writes to the guard bands of @p runner's buffers, as a message of the kind outside_its_buffer;
/// an empty message if there are none.
Message guard_damage(RunnerClient& runner, const kernelsmith::Layout& layout,
                     const std::vector<std::uint64_t>& guards);

} // namespace grader
