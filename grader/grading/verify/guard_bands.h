#pragma once

/// @file
/// The bytes before and behind each buffer, which no solution may touch.

#include <cstdint>
#include <vector>

#include "base/secrets.h"
#include "grading/messages/message.h"
#include "grading/runner_client/runner_client.h"
#include "kernelsmith/problem.h"

namespace grader {

/// A pattern for the guard bands of each buffer. Each buffer has its own: a kernel that copies past two ends
/// at once would otherwise put the guard's own bytes back.
std::vector<std::uint64_t> make_guards(const kernelsmith::Layout& layout, Secrets& secrets);

/// What was written into @p bands, which held @p guard over and over, of kind outside_its_buffer; says nothing when nothing was.
/// It says how far from @p buffer the outermost change lies, in whole elements: how many bytes changed is
/// chance, because a byte that is written may be the guard's own.
Message damage_to(const GuardBands& bands, std::uint64_t guard, const kernelsmith::Buffer& buffer);

/// What was written into the guard bands of @p runner's buffers, of kind outside_its_buffer; says nothing when nothing was.
Message guard_damage(RunnerClient& runner, const kernelsmith::Layout& layout,
                     const std::vector<std::uint64_t>& guards);

} // namespace grader
