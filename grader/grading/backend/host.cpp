#include "grading/backend/host.h"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/search_path.h"
#include "grading/backend/build_cache.h"
#include "grading/backend/sandboxed_command.h"
#include "grading/messages/device.h"
#include "grading/messages/machine_error.h"
#include "grading/toolchain/toolchain.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

class HostBackend final : public Backend {
public:
    HostBackend(const GraderPaths& paths, const Isolation& isolation)
        : paths_(paths), isolation_(isolation), cxx_(find_cxx()) {
        // This backend is for the grader's own tests, none of which depends on a keeper for host memory.
        isolation_.level = std::min(isolation_.level, IsolationLevel::sandbox);
        try {
            RunnerClient runner(this->runner(), RunLimits{{30, 0, 64}});
            const nlohmann::json facts = runner.hello();
            device_.name = facts.at("name");
            device_.thresholds = device_.slug = device_slug(device_.name);
            device_.memory_bytes = facts.at("memory_bytes");
        } catch (const RunnerDied& death) {
            throw MachineError({messages::runner_did_not_start,
                                {{"program", this->runner().argv.front()}, {"why", death.message}}});
        }
    }

    [[nodiscard]] const Isolation& isolation() const override { return isolation_; }
    [[nodiscard]] std::string name() const override { return "host"; }
    [[nodiscard]] const Availability& availability() const override { return availability_; }
    [[nodiscard]] const DeviceFacts& device() const override { return device_; }

    [[nodiscard]] CompileJob compile_job(const fs::path& source, const Lab& lab,
                                         const Defines& defines) const override {
        std::vector<std::string> command = {cxx_.string(), "-std=c++20", "-O1",     "-Wall",
                                            "-shared",     "-fPIC",      "-pthread"};
        for (const auto& [macro, value] : defines) command.push_back(fmt::format("-D{}={}", macro, value));
        command.insert(command.end(), {"-x", "c++"});
        CompileJob job{source,
                       command,
                       {lab.common, lab.directory},
                       cache_entry(paths_, "host", lab, source, defines)};
        job.environment = {{"PATH", search_path({}, "PATH")}}; // for the compiler's subprocesses, too
        job.sandboxed = compiler_sandbox(isolation_, cxx_);
        return job;
    }

    [[nodiscard]] RunnerCommand runner() const override {
        RunnerCommand command{{(paths_.programs / "runner").string(), "host"}, {}};
        sandbox(command, isolation_, {});
        if (command.sandboxed) // memory size of the host as a device
            for (const char* variable : {"KERNELSMITH_HOST_MEMORY_MB", "KERNELSMITH_HOST_FREE_MB"})
                command.sandboxed->sandbox.inherited.emplace_back(variable);
        return command;
    }

    // No simulator instruments plain C++. A build may write a report itself, as a simulator would.
    [[nodiscard]] const Availability& simulator() const override { return availability_; }
    [[nodiscard]] RunnerCommand instrumented(const InstrumentedRunSpec& run,
                                             const fs::path& report) const override {
        RunnerCommand command = runner();
        command.sandboxed.reset(); // the build writes its report itself
        command.environment = {{"KERNELSMITH_STAND_IN_REPORT", report.string()},
                               {"KERNELSMITH_STAND_IN_CHECK",
                                run.what == Instrumentation::mistakes ? "all" : "none"}};
        command.may_exceed_output = true;
        return command;
    }

private:
    GraderPaths paths_;
    Isolation isolation_;
    fs::path cxx_;
    Availability availability_{true, false, {}};
    DeviceFacts device_;
};

} // namespace

std::unique_ptr<Backend> make_host_backend(const GraderPaths& paths, const Isolation& isolation) {
    return std::make_unique<HostBackend>(paths, isolation);
}

} // namespace grader
