#include "grading/backend/nvml.h"

#include <dlfcn.h>

namespace grader {
namespace {

// A machine can have a GPU but no nvml.h, so the functions are declared here. Their names and numbers are
// part of the library's ABI and do not change.
using NvmlDevice = void*;
constexpr int nvml_success = 0;
constexpr int nvml_clock_sm = 1;
constexpr unsigned known_slowdowns =
    power_cap | hardware_slowdown | driver_thermal | hardware_thermal | power_brake;

class NvmlClocks final : public ClockSource {
public:
    /// @p library is loaded and is never unloaded: a driver's library does not support that.
    NvmlClocks(void* library, const std::string& pci_bus_id) {
        find(library, "nvmlShutdown", shutdown_);
        find(library, "nvmlDeviceGetClockInfo", clock_);
        // The name since driver 535, then the older name.
        find(library, "nvmlDeviceGetCurrentClocksEventReasons", reasons_);
        if (reasons_ == nullptr) find(library, "nvmlDeviceGetCurrentClocksThrottleReasons", reasons_);
        int (*init)() = nullptr;
        int (*find_device)(const char*, NvmlDevice*) = nullptr;
        find(library, "nvmlInit_v2", init);
        find(library, "nvmlDeviceGetHandleByPciBusId_v2", find_device);
        if (init == nullptr || find_device == nullptr || clock_ == nullptr) return;
        started_ = init() == nvml_success;
        if (started_ && find_device(pci_bus_id.c_str(), &device_) != nvml_success) device_ = nullptr;
    }
    NvmlClocks(const NvmlClocks&) = delete;
    NvmlClocks& operator=(const NvmlClocks&) = delete;
    ~NvmlClocks() override {
        if (started_ && shutdown_ != nullptr) shutdown_();
    }

    [[nodiscard]] bool has_device() const { return device_ != nullptr; }

    std::optional<ClockReading> read() override {
        ClockReading reading;
        if (clock_(device_, nvml_clock_sm, &reading.sm_mhz) != nvml_success) return std::nullopt;
        unsigned long long reasons = 0;
        if (reasons_ != nullptr && reasons_(device_, &reasons) == nvml_success)
            reading.slowdowns = static_cast<unsigned>(reasons) & known_slowdowns;
        return reading;
    }

private:
    template <typename Function> static void find(void* library, const char* name, Function*& function) {
        function = reinterpret_cast<Function*>(::dlsym(library, name));
    }

    int (*shutdown_)() = nullptr;
    int (*clock_)(NvmlDevice, int, unsigned*) = nullptr;
    int (*reasons_)(NvmlDevice, unsigned long long*) = nullptr;
    bool started_ = false;
    NvmlDevice device_ = nullptr;
};

} // namespace

std::unique_ptr<ClockSource> nvml_clocks(const std::string& pci_bus_id, const std::string& library) {
    void* const loaded = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (loaded == nullptr) return nullptr;
    auto clocks = std::make_unique<NvmlClocks>(loaded, pci_bus_id);
    if (!clocks->has_device()) return nullptr;
    return clocks;
}

} // namespace grader
