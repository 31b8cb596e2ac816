#pragma once

/// @file
/// What a runner holds between requests: the student's function, the buffers between their guard bands, the
/// pool.

#include <cstdint>
#include <memory>
#include <vector>

#include "child/message.h"
#include "runner/device.h"

namespace runner {

/// A fault to be told to the grader: `kind` says whose.
struct Fault {
    std::string kind; ///< as child/protocol.h lists them; `protocol`: the request itself makes no sense
    std::string text; ///< for a person
};

/// Answers the requests of child/protocol.h, one at a time.
class Session {
public:
    /// Does everything on @p device. Nothing is loaded or allocated yet.
    explicit Session(std::unique_ptr<Device> device) : device_(std::move(device)) {}

    /// The answer to @p request. Throws Fault, DeviceError or OutOfMemory for what the grader is to be told.
    grader::Message answer(const grader::Message& request);

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

    nlohmann::json load(const nlohmann::json& request);
    nlohmann::json pool(const nlohmann::json& request);
    nlohmann::json allocate(const grader::Message& request);
    void fill_bands(const Buffer& buffer, std::uint64_t guard);
    nlohmann::json fill(const grader::Message& request);
    nlohmann::json prepare(const nlohmann::json& request);
    nlohmann::json call();
    nlohmann::json launches();
    grader::Message fetch(const nlohmann::json& request);
    grader::Message gather(const nlohmann::json& request);
    grader::Message guards();
    nlohmann::json release();

    std::unique_ptr<Device> device_;
    void (*function_)(const void*) = nullptr;
    std::vector<std::uint8_t> args_;
    std::vector<Buffer> buffers_;
    void* pool_ = nullptr;
    std::size_t pool_bytes_ = 0;
};

} // namespace runner
