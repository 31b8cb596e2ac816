#include "grading/backend/sim.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "grading/backend/nvcc.h"
#include "grading/backend/probe.h"
#include "grading/backend/sandboxed_command.h"
#include "grading/backend/simulator.h"
#include "grading/messages/device.h"
#include "grading/messages/machine_error.h"
#include "grading/messages/speed.h"
#include "grading/toolchain/toolchain.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

class SimBackend final : public Backend {
public:
    SimBackend(const GraderPaths& paths, const std::string& model, const Isolation& isolation,
               const BuildTarget& builds)
        : paths_(paths), isolation_(isolation), builds_(builds), toolkit_(find_toolkit()),
          model_(model.empty() ? default_model : model), availability_(simulator_availability(paths)) {
        if (availability_.usable) probe();
    }

    [[nodiscard]] const Isolation& isolation() const override { return isolation_; }
    [[nodiscard]] std::string name() const override { return "sim"; }
    [[nodiscard]] const Availability& availability() const override { return availability_; }
    [[nodiscard]] const DeviceFacts& device() const override { return device_; }
    [[nodiscard]] Message why_untimed() const override { return messages::not_measured_here; }
    [[nodiscard]] TimeModel time_model() const override { return times_; }
    [[nodiscard]] bool is_reference_device() const override { return model_ == default_model; }
    [[nodiscard]] RunLimits limits(const RunLimits& on_gpu) const override {
        return simulated_limits(on_gpu);
    }
    [[nodiscard]] RunnerCommand runner() const override {
        return simulated_runner(paths_, toolkit_, model_, isolation_);
    }
    [[nodiscard]] const Availability& simulator() const override { return availability_; }
    [[nodiscard]] RunnerCommand instrumented(const InstrumentedRunSpec& run,
                                             const fs::path& report) const override {
        return make_instrumented_runner(paths_, toolkit_, run.on_reference ? default_model : model_, run,
                                        report, isolation_);
    }
    [[nodiscard]] CompileJob compile_job(const fs::path& source, const Lab& lab,
                                         const Defines& defines) const override {
        // The simulator executes PTX. SASS is generated all the same, because not every PTX can be assembled:
        // with more shared memory than a block may have, ptxas fails here with the reason.
        const int capability = builds_.capability != 0 ? builds_.capability : device_.capability;
        CompileJob job =
            nvcc_job(toolkit_, paths_, builds_.backend, source, lab, defines, capability, capability != 0);
        job.sandboxed = compiler_sandbox(isolation_, toolkit_.nvcc);
        return job;
    }

private:
    void probe() {
        try {
            device_ = query_device(runner());
            times_ = read_time_model(paths_, model_);
            device_.thresholds = device_.slug = model_;
        } catch (const RunnerFault& fault) {
            availability_ = {false,
                             true,
                             {messages::unknown_model, {{"device", model_}, {"why", fault.message}}}};
        } catch (const RunnerDied& death) {
            availability_ = {false,
                             true,
                             {messages::runner_not_simulated,
                              {{"program", runner().argv.front()}, {"why", death.message}}}};
        } catch (const EnvironmentError& problem) {
            availability_ = {false, true, message_of(problem)};
        }
    }

    GraderPaths paths_;
    Isolation isolation_;
    BuildTarget builds_;
    Toolkit toolkit_;
    std::string model_;
    Availability availability_;
    DeviceFacts device_;
    TimeModel times_;
};

} // namespace

std::unique_ptr<Backend> make_sim_backend(const GraderPaths& paths, const std::string& model,
                                          const Isolation& isolation, const BuildTarget& builds) {
    return std::make_unique<SimBackend>(paths, model, isolation, builds);
}

} // namespace grader
