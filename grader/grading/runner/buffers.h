#pragma once

/// @file
/// A solution's buffers between their guard bands, and the pool that their inputs come from: in the process that owns
/// them, and in one that was given them.

#include <cstdint>
#include <vector>

#include "grading/channel/packet.h"
#include "grading/runner/device.h"

namespace runner {

/// A fault to be told to the grader: `kind` says whose.
struct Fault {
    std::string
        kind; ///< as grading/channel/protocol.h lists them; `protocol`: the request itself makes no sense
    std::string text;       ///< for a person
    std::string call = {};  ///< of a CUDA error: the call as the source writes it
    std::string error = {}; ///< of a CUDA error: "cudaErrorInvalidValue"
};

/// Answers the requests of grading/channel/protocol.h that are about buffers, all but those that a call takes part in.
class Buffers {
public:
    /// All on @p device, which has to outlive it. There are none yet.
    explicit Buffers(Device& device) : device_(device) {}

    /// Copies the grader's pool to the device.
    nlohmann::json pool(const nlohmann::json& request);
    /// Makes buffers, and frees those from before.
    grader::Packet allocate(const grader::Packet& request);
    /// Finds buffers that another process has made.
    nlohmann::json attach(const grader::Packet& request);
    /// Writes one of them.
    nlohmann::json fill(const grader::Packet& request);
    /// Poisons outputs, brings inputs and empties the caches, as @p request says, and waits for all of it.
    void prepare(const nlohmann::json& request);
    /// One of them, whole.
    grader::Packet fetch(const nlohmann::json& request);
    /// Some elements of one.
    grader::Packet gather(const nlohmann::json& request);
    /// All bands.
    grader::Packet guards();
    /// Gives all of them back.
    nlohmann::json release();

    /// The arguments of the student's function, with the buffers' addresses in them.
    [[nodiscard]] const void* args() const { return args_.data(); }
    /// The strips that @p request lists, of the buffers as they lie now.
    [[nodiscard]] std::vector<StridedRegion> strided_regions(const nlohmann::json& request) const;

private:
    struct Buffer {
        void* block = nullptr; ///< the allocation: guard band, buffer, guard band
        std::size_t block_bytes = 0;
        std::size_t offset = 0; ///< of the buffer in the block
        std::size_t bytes = 0;
        std::size_t element_bytes = 1;
        bool poisoned = false; ///< an output or scratch: holds the poison before a call

        [[nodiscard]] unsigned char* data() const { return static_cast<unsigned char*>(block) + offset; }
    };

    /// The buffer that @p description is about, without memory.
    static Buffer planned(const nlohmann::json& description, bool bare);
    /// Takes @p buffer, which has its memory, and puts its address where @p description says.
    void add(const Buffer& buffer, const nlohmann::json& description);
    void fill_bands(const Buffer& buffer, std::uint64_t guard);
    [[nodiscard]] const Buffer& chosen(const nlohmann::json& request) const;

    Device& device_;
    std::vector<std::uint8_t> args_;
    std::vector<Buffer> buffers_;
    bool attached_ = false; ///< they belong to another process
    void* pool_ = nullptr;
    std::size_t pool_bytes_ = 0;
};

} // namespace runner
