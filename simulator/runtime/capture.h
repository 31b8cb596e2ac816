#pragma once

/// @file
/// Stream capture: the work of captured streams is recorded in a graph and not executed.

#include <driver_types.h>

#include <map>
#include <optional>
#include <thread>
#include <vector>

#include "runtime/graphs.h"
#include "runtime/stream_order.h"

namespace simulator::runtime {

/// A position in a capture, as an event records it.
struct CapturePoint {
    unsigned long long capture = 0; ///< id of the capture
    NodeSet dependencies = {};      ///< nodes that must complete first
};

/// A capture in progress.
struct Capture {
    unsigned long long id = 0;     ///< counted from 1; never reused
    cudaStream_t origin = nullptr; ///< stream in which it began
    /// Threads on which it forbids unsafe calls: all (global), its own (thread-local) or none (relaxed).
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    std::thread::id thread = {};                  ///< thread that began it
    bool valid = true;                            ///< false after a forbidden call
    std::map<cudaStream_t, NodeSet> streams = {}; ///< captured streams with their last nodes
    Graph graph = {};                             ///< nodes recorded so far
};

/// All captures in progress. A forbidden call invalidates the captures that it disturbs.
class Captures {
public:
    /// Begins to capture @p stream. @p blocking: the stream synchronizes with the legacy stream.
    void begin(cudaStream_t stream, cudaStreamCaptureMode mode, bool blocking);
    /// Ends the capture that @p stream began, and returns its graph. All its streams work normally again,
    /// even if the wrong thread calls this function. A stream that only joined cannot end the capture, and
    /// invalidates it.
    Graph end(cudaStream_t stream);

    /// Returns the capture that contains a stream; null if there is none.
    [[nodiscard]] Capture* of(cudaStream_t stream);
    /// Records a node of @p stream in its capture.
    static void add(Capture& capture, cudaStream_t stream, GraphNode node);
    /// Records that @p stream waits for an event: the stream may join the capture of the event. @p
    /// recorded_outside: the event was recorded, but not in a capture.
    void wait(cudaStream_t stream, const std::optional<CapturePoint>& event, bool recorded_outside);

    /// Invalidates the capture that contains @p stream, because a call for the stream failed.
    void invalidate_capture_of(cudaStream_t stream);
    /// Rejects a call that is forbidden for a captured stream.
    void forbid_in(cudaStream_t stream);
    /// Rejects use of the legacy stream while a stream that synchronizes with it is captured. The capture
    /// stays valid unless it is @p disturbed.
    void forbid_legacy(bool disturbed = true);
    /// Rejects an unsafe call, which may execute work immediately, if the modes of a capture and of this
    /// thread forbid it.
    void forbid_unsafe();
    /// Rejects waits for all streams while one is captured.
    void forbid_all();
    /// Rejects queries of an event that is recorded only in a capture.
    void forbid_captured(const std::optional<CapturePoint>& event);

    /// Forgets the captures that contain @p stream, because it is destroyed.
    void forget(cudaStream_t stream);
    /// Forgets all captures.
    void clear() { captures_.clear(); }
    /// Sets which captures forbid unsafe calls on this thread. Returns the previous mode.
    static cudaStreamCaptureMode exchange_mode(cudaStreamCaptureMode mode);

private:
    struct Entry {
        Capture capture;
        bool blocking;
    };

    Capture* with_id(unsigned long long id);
    template <class Predicate> void forbid(cudaError_t error, bool disturbed, Predicate is_concerned);

    std::vector<Entry> captures_;
    unsigned long long last_id_ = 0;
};

} // namespace simulator::runtime
