#pragma once

/// @file
/// The host's backend without its clock, so that no verdict depends on a time.

#include <filesystem>
#include <string>
#include <utility>

#include "bench.h"
#include "grading/messages/message.h"

namespace bench {

/// A backend that is the host's, except for the clock.
class ClocklessBackend : public grader::Backend {
public:
    [[nodiscard]] const grader::Isolation& isolation() const override { return backend().isolation(); }
    [[nodiscard]] std::string name() const override { return "host"; }
    [[nodiscard]] const grader::Availability& availability() const override {
        return backend().availability();
    }
    [[nodiscard]] const grader::DeviceFacts& device() const override { return backend().device(); }
    [[nodiscard]] grader::CompileJob compile_job(const std::filesystem::path& source, const grader::Lab& lab,
                                                 const grader::Defines& defines) const override {
        return backend().compile_job(source, lab, defines);
    }
    [[nodiscard]] grader::RunnerCommand runner() const override { return backend().runner(); }
    [[nodiscard]] grader::Message why_untimed() const override {
        return grader::verbatim("the clock has stopped");
    }
    [[nodiscard]] const grader::Availability& simulator() const override { return backend().simulator(); }
    [[nodiscard]] grader::RunnerCommand instrumented(const grader::InstrumentedRunSpec& run,
                                                     const std::filesystem::path& report) const override {
        return backend().instrumented(run, report);
    }
};

/// A clockless backend with modelled times of an imaginary GPU.
class ModellingBackend final : public ClocklessBackend {
public:
    explicit ModellingBackend(grader::TimeModel times) : times_(std::move(times)) {}
    [[nodiscard]] grader::TimeModel time_model() const override { return times_; }

private:
    grader::TimeModel times_;
};

} // namespace bench
