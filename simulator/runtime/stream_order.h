#pragma once

/// @file
/// Which work waits for which: what is asked of a stream is done in order, and blocking streams wait for the
/// legacy stream and it for them.

#include <driver_types.h>

#include <map>
#include <vector>

#include "runtime/work.h"

namespace simulator::runtime {

class WorkQueue;

/// Whether this is the stream that all blocking ones wait for.
inline bool is_legacy(cudaStream_t stream) { return stream == nullptr || stream == cudaStreamLegacy; }

/// The last task of each stream.
class StreamOrder {
public:
    /// What a new task of @p stream has to wait for, and who waits for that stream. @p blocking: it waits for the
    /// legacy stream, and that for it.
    [[nodiscard]] std::vector<TaskPtr> predecessors(cudaStream_t stream, bool blocking) const;
    /// @p task is from now on the last one of its stream.
    void append(cudaStream_t stream, bool blocking, TaskPtr task);
    /// Forgets streams in which nothing is left to do.
    void forget_done(const WorkQueue& queue);
    /// How many streams are known.
    [[nodiscard]] std::size_t size() const { return last_.size(); }

private:
    struct Last {
        TaskPtr task;
        bool blocking;
    };

    std::map<cudaStream_t, Last> last_; ///< null: the legacy stream
};

} // namespace simulator::runtime
