#pragma once

/// @file
/// The host backend, for tests that change one thing about it.

#include "bench.h"

namespace bench {

/// In everything like backend().
class HostLike : public grader::Backend {
public:
    [[nodiscard]] std::string name() const override { return host_.name(); }
    [[nodiscard]] const grader::Availability& availability() const override { return host_.availability(); }
    [[nodiscard]] const grader::DeviceFacts& device() const override { return host_.device(); }
    [[nodiscard]] grader::CompileJob compile_job(const std::filesystem::path& source, const grader::Lab& lab,
                                                 const grader::Defines& defines) const override {
        return host_.compile_job(source, lab, defines);
    }
    [[nodiscard]] const grader::Isolation& isolation() const override { return host_.isolation(); }
    [[nodiscard]] grader::RunnerCommand runner() const override { return host_.runner(); }
    [[nodiscard]] const grader::Availability& simulator() const override { return host_.simulator(); }
    [[nodiscard]] grader::RunnerCommand watched(grader::Watch watch,
                                                const std::filesystem::path& report) const override {
        return host_.watched(watch, report);
    }

private:
    const grader::Backend& host_ = backend();
};

} // namespace bench
