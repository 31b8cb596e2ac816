#pragma once

/// @file
/// The host backend with virtual functions for tests to override.

#include <utility>

#include "testing/bench.h"
#include "testing/harness.h"

namespace bench {

/// Forwards everything to backend().
class ForwardingBackend : public grader::Backend {
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
    [[nodiscard]] grader::RunnerCommand instrumented(const grader::InstrumentedRunSpec& run,
                                                     const std::filesystem::path& report) const override {
        return host_.instrumented(run, report);
    }

private:
    const grader::Backend& host_ = backend();
};

/// The host backend with runners that take half a second to start and that record when they begin and when
/// they are ready.
class SlowStartingBackend final : public ForwardingBackend {
public:
    explicit SlowStartingBackend(std::filesystem::path directory) : directory_(std::move(directory)) {
        harness::write(script(), "#!/bin/sh\nprintf 'begins ' >> " + notes().string() +
                                     "\nsleep 0.5\nprintf 'ready ' >> " + notes().string() +
                                     "\nexec \"$@\"\n");
        std::filesystem::permissions(script(), std::filesystem::perms::owner_all);
    }
    [[nodiscard]] std::filesystem::path notes() const { return directory_ / "notes"; }
    [[nodiscard]] grader::RunnerCommand runner() const override {
        grader::RunnerCommand command = ForwardingBackend::runner();
        command.argv.insert(command.argv.begin(), script().string());
        return command;
    }

private:
    [[nodiscard]] std::filesystem::path script() const { return directory_ / "start.sh"; }

    std::filesystem::path directory_;
};

} // namespace bench
