#pragma once

/// @file
/// Streams and events of the program, the order of their work, and their captures.

#include <driver_types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "runtime/capture.h"
#include "runtime/handles.h"
#include "runtime/stream_order.h"
#include "runtime/work.h"

namespace simulator::runtime {

/// A stream.
struct Stream {
    unsigned flags = 0;        ///< cudaStreamDefault or cudaStreamNonBlocking
    int priority = 0;          ///< lower is more urgent; stored without effect
    unsigned long long id = 0; ///< counted from 1; 0 is for streams that always exist
};

/// A record of an event, pending or complete.
struct Record {
    TaskPtr task = {};                                            ///< task that completes it
    std::optional<std::chrono::steady_clock::time_point> at = {}; ///< host time of its completion
};

/// An event.
struct Event {
    unsigned flags = 0;                        ///< such as cudaEventDisableTiming
    std::shared_ptr<Record> last = {};         ///< last record; null: never recorded
    std::optional<CapturePoint> captured = {}; ///< position of its last record in a capture
    std::optional<std::uint32_t> common = {};  ///< number of an interprocess event
};

/// All streams and events of the program. Calls::mutex guards every member; work of the device uses none.
class Streams {
public:
    /// Rejects a stream that a program may not use.
    void check(cudaStream_t stream);
    /// Returns whether @p stream synchronizes with the legacy stream.
    [[nodiscard]] bool is_blocking(cudaStream_t stream);
    /// Returns an id for a new stream. Ids are not reused.
    unsigned long long next_id() { return ++last_id_; }
    /// Destroys all streams, events and captures, for cudaDeviceReset. The order of pending work stays.
    void clear();

    HandleTable<Stream, cudaStream_t> made; ///< streams that the program has created
    HandleTable<Event, cudaEvent_t> events; ///< events that the program has created
    StreamOrder order;                      ///< the last task of each stream
    Captures captures;                      ///< captures in progress

private:
    unsigned long long last_id_ = 0;
};

} // namespace simulator::runtime
