#pragma once

/// @file
/// The operations of a call, one by one, for `grader timeline`: kernels, copies, memsets and graphs, in the order
/// in which the host asks for them.
///
/// On a GPU an event of CUDA is recorded in the operation's stream right before it and another right behind it. What
/// lies between the two is the operation; what lies between one operation and the next is a gap. Events cost the
/// host about a microsecond each and keep a kernel from starting while the one before it ends, so nothing is recorded in
/// a call that is timed for a grade. In a stream that is captured none can be recorded: the launch of the graph
/// has them instead.
///
/// A kernel launched otherwise than through the CUDA runtime is not seen (grading/runner/launch_log.h); it falls into a gap.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <driver_types.h>

#include "grading/channel/operation.h"
#include "grading/runner/shapes.h"

namespace runner {

/// An operation as its call says it.
struct RecordedOperation {
    grader::OperationKind kind = grader::OperationKind::kernel; ///< what it is
    std::vector<std::pair<Shape, std::size_t>> kernels = {};    ///< what it launches, and how often
    grader::Direction direction = grader::Direction::several;   ///< of a copy
    std::uint64_t bytes = 0;                                    ///< copied, or set
    std::vector<grader::OperationTransfers> transfers = {};     ///< its copies and memsets
};

/// From now on each call's operations are noted, and @p with_events timed.
void enable_timeline(bool with_events);
/// Whether calls are timed by events.
bool timeline_has_events();

/// A call begins: notes from now on, with an empty list.
void start_timeline();
/// The call has ended and the device is idle.
void stop_timeline();

/// Whether operations are noted at the moment: most calls are not to pay for making them.
inline std::atomic<bool> is_recording_operations = false;
/// An operation is asked for in @p stream, where that is not captured.
void record_operation(RecordedOperation operation, cudaStream_t stream);

/// What was noted of the last call.
grader::OperationLog timeline();

/// Whether the noted operations are timed, which every function asks that the runner stands in for.
inline std::atomic<bool> needs_events = false;

/// Records the event before the operation that this thread has noted last. Returns its number from 1; 0: none was noted.
std::size_t begin_operation();
/// Records the event behind the operation with the number @p operation.
void end_operation(std::size_t operation);

} // namespace runner
