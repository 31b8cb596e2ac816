#pragma once

/// @file
/// The timeline of a call, for `grader timeline`.

#include <string>
#include <vector>

#include "base/style.h"
#include "grading/inspect/timeline.h"
#include "grading/model/call_steps.h"

namespace grader {

/// Returns @p line as rows with a bar each, then the shares of the whole call, then its gain without each
/// part.
/// @param bare_ms time of the call without the events with which @p line was measured
std::string render_timeline(const Timeline& line, double bare_ms, const Style& style);

/// Returns @p operations in order, with their counters and the modelled times of their kernels, and then sums
/// over the whole call by label.
/// @param about_times text about the times, or why there are none
/// @param dropped number of later operations that were not recorded
std::string render_counted_timeline(const std::vector<CountedOperation>& operations, std::size_t dropped,
                                    const std::string& about_times, const Style& style);

/// Returns the time of the timed case, and its parts: kernels, copies and the host.
std::string render_call_time(const CallTime& time, const Style& style);

} // namespace grader
