#pragma once

/// @file
/// The grader's interface to a solution's buffers: requests to allocate, fill, prepare, read and release
/// them, served by the process that owns them.

#include <cstdint>
#include <vector>

#include "grading/runner_client/runner_connection.h"
#include "kernelsmith/problem.h"

namespace grader {

/// The contents of the guard bands of one buffer.
struct GuardBands {
    std::vector<std::uint8_t> before; ///< including the bytes that misalign the buffer
    std::vector<std::uint8_t> after;  ///< up to the end of the allocation
};

/// The input of one repetition: input @p buffer starts at byte @p from of the pool.
struct Window {
    std::size_t buffer = 0;      ///< index of the buffer in the layout
    std::size_t from = 0;        ///< byte offset in the pool
    kernelsmith::Salt salt = {}; ///< which bits change when the input is copied
    std::uint64_t key = 0;       ///< determines the new bits; different for each input
};

/// The state that the buffers and caches get before a call.
struct Preparation {
    std::uint64_t poison = 0;         ///< pattern for outputs and scratch buffers
    std::vector<Window> windows = {}; ///< the inputs to copy from the pool
    bool flush = false;               ///< flush the caches afterwards
};

/// Returns the request with the name @p what for @p preparation.
nlohmann::json to_request(const Preparation& preparation, const char* what);

/// Requests about buffers to the process of a runner. A student could forge the responses if the student's
/// code runs in that process, but not if the process is a keeper.
class BuffersClient {
public:
    /// Sends its requests through @p line, which must outlive it.
    explicit BuffersClient(RunnerConnection& line) : connection_(line) {}

    /// Returns the free memory of the device in bytes.
    std::uint64_t free_bytes();
    /// Copies the pool of @p bytes bytes to the device, from the runner's descriptor @p descriptor, which the
    /// runner then closes.
    void pool(std::size_t bytes, int descriptor);
    /// Sends the request of pool() without waiting for the response.
    void begin_pool(std::size_t bytes, int descriptor);
    /// Waits for the response to begin_pool().
    void await_pool();
    /// Allocates the buffers of @p layout. Each is between guard bands filled with its pattern from
    /// @p guards. With @p bare, each ends where its allocation ends, for a simulator, which detects every
    /// access beyond. With @p shared, returns the handles by which another process attaches to the buffers.
    std::vector<std::uint8_t> allocate(const kernelsmith::Layout& layout,
                                       const std::vector<std::uint64_t>& guards, bool bare, bool shared);
    /// Attaches to the buffers of @p layout that another process has allocated, by their @p handles.
    void attach(const kernelsmith::Layout& layout, bool bare, std::vector<std::uint8_t> handles);
    /// Writes @p elements, exactly as long as the buffer, to the buffer with the index @p buffer.
    void fill(std::size_t buffer, std::vector<std::uint8_t> elements);
    /// Prepares the buffers as @p preparation specifies, and waits until that is done.
    void prepare(const Preparation& preparation);
    /// Returns the whole contents of the buffer with the index @p buffer.
    std::vector<std::uint8_t> fetch(std::size_t buffer);
    /// Returns the elements at @p indices of the buffer with the index @p buffer, in that order.
    std::vector<std::uint8_t> gather(std::size_t buffer, const std::vector<std::size_t>& indices);
    /// Returns the current contents of the guard bands, by buffer.
    std::vector<GuardBands> guards();
    /// Frees the buffers, so that others can be allocated. The pool stays.
    void release();
    /// Measures the peak rates of the device: {copy_gb_s, fp32_gflop_s, roots_giga_s}.
    nlohmann::json ceilings();

private:
    /// Returns the size in bytes of the buffer with the index @p buffer.
    [[nodiscard]] std::size_t bytes_of(std::size_t buffer) const;

    RunnerConnection& connection_;
    std::vector<kernelsmith::Buffer> buffers_; ///< the buffers as they were allocated
};

} // namespace grader
