#pragma once

/// @file
/// The state that a runner keeps between requests: the student's function, and the buffers for its calls.

#include <memory>
#include <optional>

#include "grading/channel/doorbell.h"
#include "grading/channel/packet.h"
#include "grading/runner/buffers.h"
#include "grading/runner/call_supervisor.h"
#include "grading/runner/device.h"
#include "grading/runner/tamper_detector.h"

namespace runner {

/// Serves the requests of grading/channel/protocol.h, one at a time.
class Session {
public:
    /// Uses @p device for all requests. Nothing is loaded or allocated yet.
    explicit Session(std::unique_ptr<Device> device)
        : device_(std::move(device)), buffers_(*device_), call_supervisor_(*device_, buffers_) {}

    /// Returns the response to @p request. Throws Fault, DeviceError or OutOfMemory for a failure that is
    /// reported to the grader.
    grader::Packet answer(const grader::Packet& request);

private:
    nlohmann::json bell(const nlohmann::json& request);
    grader::Doorbell& doorbell();
    nlohmann::json load(const nlohmann::json& request);
    /// Arms the doorbell, waits for "go", and returns when the function is to be called, with the logs
    /// started.
    void wait_for_go();
    nlohmann::json call(const nlohmann::json& request);
    /// Throws a Fault of kind `conduct` if the student's code has tampered with this process.
    void require_no_tampering() const;
    nlohmann::json launches();

    std::unique_ptr<Device> device_;
    Buffers buffers_;
    CallSupervisor call_supervisor_;
    TamperDetector tamper_detector_;
    std::optional<grader::Doorbell> doorbell_;
    void (*function_)(const void*) = nullptr;
};

} // namespace runner
