#include "backend/gpu.h"

#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "backend/slots.h"
#include "errors.h"
#include "toolchain/toolchain.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

class GpuBackend final : public Backend {
public:
    GpuBackend(const Places& places, const std::string& slug) : places_(places), toolkit_(find_toolkit()) {
        probe();
        device_.thresholds = slug.empty() ? device_.slug : slug;
    }

    [[nodiscard]] std::string name() const override { return "gpu"; }
    [[nodiscard]] const Availability& availability() const override { return availability_; }
    [[nodiscard]] const DeviceFacts& device() const override { return device_; }

    [[nodiscard]] CompileJob compile_job(const fs::path& source, const Lab& lab,
                                         const Defines& defines) const override {
        // One virtual architecture for everybody: the machine code of this GPU and the plain PTX come from
        // the same program. Only a Turing is too old for it.
        const std::string virtual_arch = device_.capability == 75 ? "compute_75" : "compute_80";
        std::vector<std::string> command = {toolkit_.nvcc.string(), "-std=c++20", "-O3", "-shared"};
        for (const char* flag : {"-Xcompiler=-fPIC,-Wall", "-cudart=none", "-no-compress", "-lineinfo"})
            command.emplace_back(flag);
        command.push_back(fmt::format("-gencode=arch={0},code={0}", virtual_arch));
        if (device_.capability != 0)
            command.push_back(fmt::format("-gencode=arch={},code=sm_{}", virtual_arch, device_.capability));
        for (const fs::path& directory : {lab.common, lab.directory})
            command.push_back("-I" + directory.string());
        for (const auto& [macro, value] : defines) command.push_back(fmt::format("-D{}={}", macro, value));
        return {source,
                command,
                {lab.directory, lab.common / "kernelsmith"},
                slot(places_, "gpu", lab, source, defines)};
    }

    [[nodiscard]] RunnerCommand runner() const override {
        const char* inherited = std::getenv("LD_LIBRARY_PATH");
        std::string libraries = toolkit_.libraries.string();
        if (inherited != nullptr && *inherited != '\0') libraries += std::string(":") + inherited;
        // Without lazy loading every kernel is on the device before the first call, so no call pays for it.
        return {{(places_.programs / "runner").string(), "cuda"},
                {{"LD_LIBRARY_PATH", libraries}, {"CUDA_MODULE_LOADING", "EAGER"}}};
    }

private:
    /// Asks a runner about the device, so that the grader itself needs no CUDA.
    void probe() {
        RunnerClient runner(this->runner(), Limits{30, 0, 64});
        try {
            const nlohmann::json facts = runner.hello();
            device_.name = facts.at("name");
            device_.slug = device_slug(device_.name);
            device_.capability = facts.at("capability");
            device_.memory_bytes = facts.at("memory_bytes");
            device_.l2_bytes = facts.at("l2_bytes");
            device_.peak_gb_s = facts.at("peak_gb_s");
            device_.driver = facts.at("driver");
            device_.runtime = facts.at("runtime");
            availability_.usable = true;
        } catch (const RunnerFault& fault) {
            explain(fault.what());
        } catch (const RunnerDied& death) {
            availability_ = {false, true,
                             fmt::format("the runner did not start ({}): {}", this->runner().argv.front(),
                                         death.what())};
        }
    }

    void explain(const std::string& fault) {
        std::error_code ignored;
        const bool driver_there =
            fs::exists("/proc/driver/nvidia/version", ignored) || fs::exists("/dev/nvidiactl", ignored);
        if (!driver_there) {
            availability_ = {false, false, "there is no NVIDIA GPU on this machine"};
        } else if (fault.find("cudaErrorNoDevice") != std::string::npos) {
            availability_ = {false, false, "there is an NVIDIA driver, but no GPU that CUDA may use"};
        } else if (fault.find("cudaErrorInsufficientDriver") != std::string::npos) {
            availability_ = {
                false, true,
                fmt::format("the NVIDIA driver is older than CUDA {} needs; update the driver, or install "
                            "the toolkit that belongs to it",
                            toolkit_.version_text)};
        } else {
            availability_ = {false, true, "the GPU does not answer: " + fault};
        }
    }

    Places places_;
    Toolkit toolkit_;
    Availability availability_;
    DeviceFacts device_;
};

} // namespace

std::unique_ptr<Backend> make_gpu_backend(const Places& places, const std::string& slug) {
    return std::make_unique<GpuBackend>(places, slug);
}

} // namespace grader
