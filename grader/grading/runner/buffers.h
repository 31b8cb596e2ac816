#pragma once

/// @file
/// The buffers of a solution between their guard bands, and the pool that holds their inputs; both in the
/// process that owns the memory and in a process that attaches to it.

#include <cstdint>
#include <vector>

#include "grading/channel/packet.h"
#include "grading/runner/device.h"

namespace runner {

/// A fault that is reported to the grader; `kind` says whose fault it is.
struct Fault {
    std::string
        kind; ///< a kind listed in grading/channel/protocol.h; `protocol` = the request itself is malformed
    std::string text;       ///< message for a person
    std::string call = {};  ///< the call that caused a CUDA error, as the source spells it
    std::string error = {}; ///< name of a CUDA error: "cudaErrorInvalidValue"
};

/// Serves the requests of grading/channel/protocol.h about buffers, except for those that are part of a call.
class Buffers {
public:
    /// Uses @p device, which must outlive this object. Starts without buffers.
    explicit Buffers(Device& device) : device_(device) {}

    /// Copies the grader's pool to the device.
    nlohmann::json pool(const nlohmann::json& request);
    /// Frees the earlier buffers, and allocates new ones.
    grader::Packet allocate(const grader::Packet& request);
    /// Frees the earlier buffers, and opens those that another process has allocated.
    nlohmann::json attach(const grader::Packet& request);
    /// Writes one buffer.
    nlohmann::json fill(const grader::Packet& request);
    /// Poisons the outputs, copies the inputs and flushes the caches as @p request specifies, and waits until
    /// the device is idle.
    void prepare(const nlohmann::json& request);
    /// Returns one whole buffer.
    grader::Packet fetch(const nlohmann::json& request);
    /// Returns some elements of one buffer.
    grader::Packet gather(const nlohmann::json& request);
    /// Returns all guard bands.
    grader::Packet guards();
    /// Frees or closes all buffers.
    nlohmann::json release();

    /// Returns the number of calls of the student's function that make one result.
    [[nodiscard]] std::size_t calls() const { return calls_; }
    /// Returns the arguments of call number @p call, with the addresses of the buffers.
    [[nodiscard]] const void* args(std::size_t call) const {
        return args_.data() + call * (args_.size() / calls_);
    }
    /// Returns the regions that @p request lists, at the current addresses of the buffers.
    [[nodiscard]] std::vector<StridedRegion> strided_regions(const nlohmann::json& request) const;

private:
    struct Buffer {
        void* block = nullptr; ///< the allocation: guard band, buffer, guard band
        std::size_t block_bytes = 0;
        std::size_t offset = 0; ///< bytes from the start of `block` to the buffer
        std::size_t bytes = 0;
        std::size_t element_bytes = 1;
        bool poisoned = false; ///< an output or scratch buffer, filled with the poison before a call

        [[nodiscard]] unsigned char* data() const { return static_cast<unsigned char*>(block) + offset; }
    };

    /// Returns the buffer of @p description, without memory.
    static Buffer planned(const nlohmann::json& description, bool bare);
    /// Adds @p buffer, which has its memory, and stores its address in the arguments at the offset that
    /// @p description gives.
    void add(const Buffer& buffer, const nlohmann::json& description);
    /// Sets the number of args structs. Throws Fault if the bytes of the arguments are not as many structs.
    void set_calls(std::size_t calls);
    void fill_bands(const Buffer& buffer, std::uint64_t guard);
    [[nodiscard]] const Buffer& chosen(const nlohmann::json& request) const;

    Device& device_;
    std::vector<std::uint8_t> args_; ///< the args structs, one per call
    std::size_t calls_ = 1;
    std::vector<Buffer> buffers_;
    bool attached_ = false; ///< the buffers belong to another process
    void* pool_ = nullptr;
    std::size_t pool_bytes_ = 0;
};

} // namespace runner
