#pragma once

/// @file
/// A solution's buffers as the grader sees them: made, filled, prepared, read and released by whichever process
/// owns them.

#include <cstdint>
#include <vector>

#include "grading/runner_client/runner_connection.h"
#include "kernelsmith/problem.h"

namespace grader {

/// The guard bands of one buffer.
struct GuardBands {
    std::vector<std::uint8_t> before; ///< with the bytes that misalign the buffer
    std::vector<std::uint8_t> after;  ///< to the end of its block of memory
};

/// A window of a repeat: input @p buffer starts at byte @p from of the pool.
struct Window {
    std::size_t buffer = 0;      ///< its place in the layout
    std::size_t from = 0;        ///< 0 is the pool's first
    kernelsmith::Salt salt = {}; ///< which bits are changed on the way
    std::uint64_t key = 0;       ///< how; the input's own
};

/// What is done to the buffers before a call.
struct Preparation {
    std::uint64_t poison = 0;         ///< for outputs and scratch
    std::vector<Window> windows = {}; ///< what is copied to the inputs
    bool flush = false;               ///< empty the caches afterwards
};

/// The request for @p preparation, called @p what.
nlohmann::json to_request(const Preparation& preparation, const char* what);

/// The requests about buffers that a runner's process answers. What comes back is a student's word where the student's
/// code runs in that process, and not where it is a keeper.
class BuffersClient {
public:
    /// Asks at @p line, which has to outlive it.
    explicit BuffersClient(RunnerConnection& line) : connection_(line) {}

    /// How many bytes of the device's memory nobody has, now.
    std::uint64_t free_bytes();
    /// Copies the pool, @p bytes long, to the device, out of the runner's descriptor @p descriptor, which it closes.
    void pool(std::size_t bytes, int descriptor);
    /// The first half of pool(): has it done, and does not wait for it.
    void begin_pool(std::size_t bytes, int descriptor);
    /// The second half.
    void await_pool();
    /// Makes the buffers of @p layout, each between bands filled with its pattern out of @p guards, or, with @p bare,
    /// each ending where its memory ends: for a simulator, which sees every byte beyond. Returns by what another
    /// process finds them, where @p shared.
    std::vector<std::uint8_t> allocate(const kernelsmith::Layout& layout,
                                       const std::vector<std::uint64_t>& guards, bool bare, bool shared);
    /// Finds the buffers of @p layout that another process has made, by its @p handles.
    void attach(const kernelsmith::Layout& layout, bool bare, std::vector<std::uint8_t> handles);
    /// Puts @p elements, exactly as long as the buffer, into the buffer with the number @p buffer.
    void fill(std::size_t buffer, std::vector<std::uint8_t> elements);
    /// Does what @p preparation says, and waits until it is done.
    void prepare(const Preparation& preparation);
    /// The whole content of the buffer with the number @p buffer.
    std::vector<std::uint8_t> fetch(std::size_t buffer);
    /// The elements at @p indices of the buffer with the number @p buffer, in that order.
    std::vector<std::uint8_t> gather(std::size_t buffer, const std::vector<std::size_t>& indices);
    /// What stands in the guard bands now, by buffer.
    std::vector<GuardBands> guards();
    /// Frees the buffers, so that other ones can be allocated. The pool stays.
    void release();
    /// What the device reaches, measured now: {copy_gb_s, fp32_gflop_s, roots_giga_s}.
    nlohmann::json ceilings();

private:
    /// How long the buffer with the number @p buffer is.
    [[nodiscard]] std::size_t bytes_of(std::size_t buffer) const;

    RunnerConnection& connection_;
    std::vector<kernelsmith::Buffer> buffers_; ///< as they were allocated
};

} // namespace grader
