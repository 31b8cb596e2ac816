#pragma once

/// @file
/// The timeline of a call, for `grader timeline`.

#include <string>
#include <vector>

#include "base/style.h"
#include "grading/inspect/timeline.h"
#include "grading/model/call_steps.h"

namespace grader {

/// @p line as rows with a bar each, then the shares of the whole call, then what the call would gain without each part.
/// @param bare_ms what the call takes without the events that @p line was measured with
std::string render_timeline(const Timeline& line, double bare_ms, const Style& style);

/// @p operations in their order, with what each was counted to do and the modelled times of its kernels, and then all of the
/// call by label.
/// @param about_times what is to be said about the times, or why there are none
/// @param left_out later operations that were not noted
std::string render_counted_timeline(const std::vector<CountedOperation>& operations, std::size_t left_out,
                                    const std::string& about_times, const Style& style);

/// What the timed case would take, and what of it: kernels, copies and the host.
std::string render_call_time(const CallTime& time, const Style& style);

} // namespace grader
