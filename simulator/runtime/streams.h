#pragma once

/// @file
/// The program's streams and events, the order of what they do, and their captures.

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
    int priority = 0;          ///< the lower, the more urgent; changes nothing
    unsigned long long id = 0; ///< from 1; 0 is for streams that always exist
};

/// A record of an event, on its way or done.
struct Record {
    TaskPtr task = {};                                            ///< does it
    std::optional<std::chrono::steady_clock::time_point> at = {}; ///< the host's time when it was done
};

/// An event.
struct Event {
    unsigned flags = 0;                        ///< such as cudaEventDisableTiming
    std::shared_ptr<Record> last = {};         ///< its last record; null: it was never recorded
    std::optional<CapturePoint> captured = {}; ///< where its last record was captured
    std::optional<std::uint32_t> common = {};  ///< its number among events of several processes
};

/// All streams and events of the program. Calls::mutex guards every member; work that the device does uses none.
class Streams {
public:
    /// Refuses a stream that a program may not use.
    void check(cudaStream_t stream);
    /// Whether @p stream waits for the legacy stream, and that for it.
    [[nodiscard]] bool is_blocking(cudaStream_t stream);
    /// An id for a new stream. Ids are not used again.
    unsigned long long next_id() { return ++last_id_; }
    /// Ends all streams, events and captures, for cudaDeviceReset. The order of work that is left stays.
    void clear();

    HandleTable<Stream, cudaStream_t> made; ///< those that the program has made
    HandleTable<Event, cudaEvent_t> events; ///< those that the program has made
    StreamOrder order;                      ///< the last task of each stream
    Captures captures;                      ///< those under way

private:
    unsigned long long last_id_ = 0;
};

} // namespace simulator::runtime
