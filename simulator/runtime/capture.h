#pragma once

/// @file
/// Streams whose work is noted down instead of being done.

#include <driver_types.h>

#include <map>
#include <optional>
#include <thread>
#include <vector>

#include "runtime/graphs.h"
#include "runtime/stream_order.h"

namespace simulator::runtime {

/// A moment of a capture, as an event keeps it.
struct CapturePoint {
    unsigned long long capture = 0; ///< which
    NodeSet dependencies = {};      ///< what has to be done when it comes
};

/// A capture under way.
struct Capture {
    unsigned long long id = 0;                                ///< from 1; never used again
    cudaStream_t origin = nullptr;                            ///< where it was begun
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal; ///< whom it keeps from what
    std::thread::id thread = {};                              ///< who began it
    bool valid = true;                                        ///< false after something that is not allowed
    std::map<cudaStream_t, NodeSet> streams = {};             ///< that take part, with their last nodes
    Graph graph = {};                                         ///< noted so far
};

/// All captures of a process. What is not allowed meanwhile invalidates the captures that it disturbs.
class Captures {
public:
    /// Begins to capture @p stream. @p blocking: it waits for the legacy stream, and that for it.
    void begin(cudaStream_t stream, cudaStreamCaptureMode mode, bool blocking);
    /// Ends the capture that @p stream began. Whatever comes of it, its streams work as before, also where the
    /// wrong thread asks. A stream that only joined cannot end it, and spoils it.
    Graph end(cudaStream_t stream);

    /// The capture in which a stream takes part; null when there is none.
    [[nodiscard]] Capture* of(cudaStream_t stream);
    /// Notes a node down, in the capture of @p stream.
    static void add(Capture& capture, cudaStream_t stream, GraphNode node);
    /// What a stream waits for that waits for an event: it may join the capture, or leave all as it is. @p
    /// recorded_outside: the event was recorded, but not in a capture.
    void wait(cudaStream_t stream, const std::optional<CapturePoint>& event, bool recorded_outside);

    /// Something that was asked of @p stream is refused: nothing comes of the capture in which it takes part.
    void invalidate_capture_of(cudaStream_t stream);
    /// Refuses what no captured stream may be asked for.
    void forbid_in(cudaStream_t stream);
    /// Refuses use of the legacy stream while a stream is captured that it waits for. The capture stays valid
    /// unless it is to be @p disturbed.
    void forbid_legacy(bool disturbed = true);
    /// Refuses calls that may do something at once that a capture wants to be done later.
    void forbid_unsafe();
    /// Refuses to wait for all streams while one is captured.
    void forbid_all();
    /// The program looks at an event of which a capture only knows when it comes.
    void forbid_captured(const std::optional<CapturePoint>& event);

    /// Forgets the captures that @p stream takes part in: it is no more.
    void forget(cudaStream_t stream);
    /// Forgets all captures.
    void clear() { captures_.clear(); }
    /// Which captures keep this thread from unsafe calls; returns what did before.
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
