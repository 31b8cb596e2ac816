#pragma once

/// @file
/// Dependencies between tasks of streams: tasks of one stream run in order, and blocking streams and the
/// legacy stream wait for each other.

#include <driver_types.h>

#include <map>
#include <vector>

#include "runtime/work.h"

namespace simulator::runtime {

class WorkQueue;

/// Returns whether @p stream is the legacy default stream, with which all blocking streams synchronize.
inline bool is_legacy(cudaStream_t stream) { return stream == nullptr || stream == cudaStreamLegacy; }

/// The last task of each stream.
class StreamOrder {
public:
    /// Returns the tasks for which a new task of @p stream must wait. @p blocking: the stream synchronizes
    /// with the legacy stream.
    [[nodiscard]] std::vector<TaskPtr> predecessors(cudaStream_t stream, bool blocking) const;
    /// Makes @p task the last one of its stream.
    void append(cudaStream_t stream, bool blocking, TaskPtr task);
    /// Forgets streams without pending work.
    void forget_done(const WorkQueue& queue);
    /// Returns the number of streams with a last task.
    [[nodiscard]] std::size_t size() const { return last_.size(); }

private:
    struct Last {
        TaskPtr task;
        bool blocking;
    };

    std::map<cudaStream_t, Last> last_; ///< key null: the legacy stream
};

} // namespace simulator::runtime
