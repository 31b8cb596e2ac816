#pragma once

/// @file
/// Streams, events and memory pools: what the handles that a program holds stand for.

#include <driver_types.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "memory/device_memory.h"
#include "protocol/errors.h"
#include "runtime/capture.h"
#include "runtime/work_queue.h"

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

/// A pool that cudaMallocAsync takes memory from. All pools are one memory; what is set is only kept.
struct Pool {
    std::map<cudaMemPoolAttr, std::uint64_t> attributes = {}; ///< those that were set
};

/// Memory for a texture. Its rows lie one behind the other without gaps, and so do its layers.
struct Array {
    Address begin = 0;             ///< of its memory
    cudaChannelFormatDesc format;  ///< of an element
    std::size_t element_bytes = 0; ///< by the format
    std::size_t width = 0;         ///< elements of a row
    std::size_t height = 0;        ///< rows; 0: it has one dimension
    std::size_t depth = 0;         ///< layers of rows; 0: it has at most two dimensions
    unsigned flags = 0;            ///< as it was asked for

    /// Bytes of a row.
    [[nodiscard]] std::size_t row_bytes() const { return width * element_bytes; }
    /// Rows of a layer, at least one.
    [[nodiscard]] std::size_t rows() const { return std::max<std::size_t>(1, height); }
    /// At least one.
    [[nodiscard]] std::size_t layers() const { return std::max<std::size_t>(1, depth); }
    /// Bytes of a layer.
    [[nodiscard]] std::size_t layer_bytes() const { return row_bytes() * rows(); }
};

/// Objects by the opaque pointers that a program knows them by.
template <class Object, class Handle> class HandleTable {
public:
    /// Keeps an object and gives its handle.
    Handle add(Object object) {
        objects_.push_back(std::make_unique<Object>(std::move(object)));
        return reinterpret_cast<Handle>(objects_.back().get());
    }
    /// The object behind a handle; null when there is none.
    Object* find(Handle handle) {
        const auto found = place_of(handle);
        return found == objects_.end() ? nullptr : found->get();
    }
    /// The object behind a handle. Refuses one that is not, or no longer, there.
    Object& at(Handle handle) {
        Object* object = find(handle);
        require(object != nullptr, cudaErrorInvalidResourceHandle);
        return *object;
    }
    /// Ends an object. Refuses a handle that is not, or no longer, there.
    void remove(Handle handle) {
        at(handle);
        objects_.erase(place_of(handle));
    }
    /// Shows all, in the order in which they were made.
    template <class Function> void each(Function function) const {
        for (const auto& object : objects_) {
            function(*object);
        }
    }
    /// Ends all.
    void clear() { objects_.clear(); }

private:
    auto place_of(Handle handle) {
        return std::ranges::find_if(objects_, [&](const auto& object) {
            return reinterpret_cast<Handle>(object.get()) == handle;
        });
    }

    std::vector<std::unique_ptr<Object>> objects_;
};

} // namespace simulator::runtime
