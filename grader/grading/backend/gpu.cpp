#include "grading/backend/gpu.h"

#include <fmt/core.h>

#include "base/errors.h"
#include "base/search_path.h"
#include "grading/backend/nvcc.h"
#include "grading/backend/nvml.h"
#include "grading/backend/probe.h"
#include "grading/backend/sandboxed_command.h"
#include "grading/backend/simulator.h"
#include "grading/isolation/sandbox_specs.h"
#include "grading/messages/device.h"
#include "grading/messages/machine_error.h"
#include "grading/toolchain/toolchain.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

class GpuBackend final : public Backend {
public:
    GpuBackend(const GraderPaths& paths, const std::string& slug, const Isolation& isolation)
        : paths_(paths), isolation_(isolation), toolkit_(find_toolkit()),
          simulator_(simulator_availability(paths)) {
        probe();
        // MIG slices of a GPU do not support memory that two processes share (CUDA IPC).
        if (device_.name.find(" MIG ") != std::string::npos)
            isolation_ = downgrade_to_sandbox(isolation_, device_.name + " is a slice of a GPU");
        if (!slug.empty()) device_.thresholds = slug;
    }

    [[nodiscard]] const Isolation& isolation() const override { return isolation_; }
    [[nodiscard]] std::string name() const override { return "gpu"; }
    [[nodiscard]] const Availability& availability() const override { return availability_; }
    [[nodiscard]] const DeviceFacts& device() const override { return device_; }

    [[nodiscard]] CompileJob compile_job(const fs::path& source, const Lab& lab,
                                         const Defines& defines) const override {
        CompileJob job = nvcc_job(toolkit_, paths_, "gpu", source, lab, defines, device_.capability,
                                  device_.capability != 0);
        job.sandboxed = compiler_sandbox(isolation_, toolkit_.nvcc);
        return job;
    }

    [[nodiscard]] RunnerCommand runner() const override {
        const std::string libraries = search_path({toolkit_.libraries}, "LD_LIBRARY_PATH");
        // Eager loading puts every kernel on the device before the first call, so no call pays for it. The
        // driver's cache of compiled code is disabled: it is in the home directory of the user who grades,
        // where a student's code could modify it, and it would remain after the run.
        RunnerCommand command{{(paths_.programs / "runner").string(), "cuda"},
                              {{"LD_LIBRARY_PATH", libraries},
                               {"CUDA_MODULE_LOADING", "EAGER"},
                               {"CUDA_CACHE_DISABLE", "1"}}};
        command.kept = isolation_.level == IsolationLevel::keeper;
        sandbox(command, isolation_, {toolkit_.libraries});
        if (command.sandboxed) add_gpus(command.sandboxed->sandbox);
        return command;
    }

    [[nodiscard]] bool is_reference_device() const override { return device_.slug == default_model; }
    [[nodiscard]] std::unique_ptr<ClockSource> clocks() const override {
        return nvml_clocks(device_.pci_bus_id);
    }

    [[nodiscard]] const Availability& simulator() const override { return simulator_; }
    [[nodiscard]] RunnerCommand instrumented(const InstrumentedRunSpec& run,
                                             const fs::path& report) const override {
        return make_instrumented_runner(paths_, toolkit_, default_model, run, report, isolation_);
    }

private:
    void probe() {
        try {
            device_ = query_device(runner());
            availability_.usable = true;
        } catch (const RunnerFault& fault) {
            explain(fault);
        } catch (const RunnerDied& death) {
            availability_ = {false,
                             true,
                             {messages::runner_did_not_start,
                              {{"program", runner().argv.front()}, {"why", death.message}}}};
        } catch (const EnvironmentError& problem) {
            availability_ = {false, true, message_of(problem)};
        }
    }

    void explain(const RunnerFault& fault) {
        const std::string error = fault.message.text("error");
        std::error_code ignored;
        const bool driver_there =
            fs::exists("/proc/driver/nvidia/version", ignored) || fs::exists("/dev/nvidiactl", ignored);
        if (!driver_there) {
            availability_ = {false, false, messages::no_gpu};
        } else if (error == "cudaErrorNoDevice") {
            availability_ = {false, false, messages::no_usable_gpu};
        } else if (error == "cudaErrorInsufficientDriver") {
            availability_ = {false, true, {messages::old_driver, {{"cuda", toolkit_.version_text}}}};
        } else {
            availability_ = {false, true, {messages::gpu_not_responding, {{"why", fault.message}}}};
        }
    }

    GraderPaths paths_;
    Isolation isolation_;
    Toolkit toolkit_;
    Availability availability_;
    Availability simulator_;
    DeviceFacts device_;
};

} // namespace

std::unique_ptr<Backend> make_gpu_backend(const GraderPaths& paths, const std::string& slug,
                                          const Isolation& isolation) {
    return std::make_unique<GpuBackend>(paths, slug, isolation);
}

} // namespace grader
