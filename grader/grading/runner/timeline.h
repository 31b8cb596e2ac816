#pragma once

/// @file
/// The operations of a call, one by one, for `grader timeline`: kernels, copies, memsets and graphs, in the
/// order in which the host submits them.
///
/// On a GPU, a CUDA event is recorded in the operation's stream right before each operation and another right
/// after it. The time between the two is the operation's; the time between one operation and the next is a
/// gap. Events cost the host about a microsecond each and prevent a kernel from starting while the previous
/// one ends, so none is recorded in a call that is timed for a grade. A stream that is being captured cannot
/// record any; the launch of the graph has them instead.
///
/// A kernel that is launched without the CUDA runtime is not observed (grading/runner/launch_log.h); its time
/// is part of a gap.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <driver_types.h>

#include "grading/channel/operation.h"
#include "grading/runner/shapes.h"

namespace runner {

/// An operation as the intercepted call describes it.
struct RecordedOperation {
    grader::OperationKind kind = grader::OperationKind::kernel; ///< kind of the operation
    std::vector<std::pair<Shape, std::size_t>> kernels = {};    ///< kernels, with the number of launches of
                                                                ///< each
    grader::Direction direction = grader::Direction::several;   ///< direction of a copy
    std::uint64_t bytes = 0;                                    ///< bytes copied or set
    std::vector<grader::OperationTransfers> transfers = {};     ///< the copies and memsets of the operation
};

/// Enables recording of each call's operations, and times them if @p with_events.
void enable_timeline(bool with_events);
/// Returns whether operations are timed by events.
bool timeline_has_events();

/// Starts recording at the beginning of a call, with an empty list.
void start_timeline();
/// Stops recording. The call has ended and the device is idle.
void stop_timeline();

/// Whether operations are being recorded; checked first, so that most calls do not pay for describing an
/// operation.
inline std::atomic<bool> is_recording_operations = false;
/// Records an operation that is submitted to @p stream, unless the stream is being captured.
void record_operation(RecordedOperation operation, cudaStream_t stream);

/// Returns the recorded operations of the last call.
grader::OperationLog timeline();

/// Whether recorded operations are timed; every intercepted function checks it.
inline std::atomic<bool> needs_events = false;

/// Records the event before the last operation that this thread has recorded. Returns the number of the
/// operation, from 1; 0 if none was recorded.
std::size_t begin_operation();
/// Records the event after the operation with the number @p operation.
void end_operation(std::size_t operation);

} // namespace runner
