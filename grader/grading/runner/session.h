#pragma once

/// @file
/// What a runner holds between requests: the student's function, and the buffers it is called with.

#include <memory>
#include <optional>

#include "grading/channel/doorbell.h"
#include "grading/channel/packet.h"
#include "grading/runner/buffers.h"
#include "grading/runner/call_supervisor.h"
#include "grading/runner/device.h"
#include "grading/runner/tamper_detector.h"

namespace runner {

/// Answers the requests of grading/channel/protocol.h, one at a time.
class Session {
public:
    /// Does everything on @p device. Nothing is loaded or allocated yet.
    explicit Session(std::unique_ptr<Device> device)
        : device_(std::move(device)), buffers_(*device_), call_supervisor_(*device_, buffers_) {}

    /// The answer to @p request. Throws Fault, DeviceError or OutOfMemory for what the grader is to be told.
    grader::Packet answer(const grader::Packet& request);

private:
    nlohmann::json bell(const nlohmann::json& request);
    grader::Doorbell& doorbell();
    nlohmann::json load(const nlohmann::json& request);
    /// Arms itself, and comes back at the moment when the function is to be called, with the logs started.
    void wait_for_go();
    nlohmann::json call(const nlohmann::json& request);
    /// Throws the fault that the student's conduct is, where it is one.
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
