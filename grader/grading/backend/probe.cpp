#include "grading/backend/probe.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "grading/backend/gpu_kind.h"
#include "grading/messages/runs.h"

namespace grader {

namespace {

nlohmann::json hello_of(RunnerClient& runner) {
    try {
        return runner.hello();
    } catch (const RunnerDied& death) {
        // No student's code runs yet, so the output is the device's own explanation.
        std::string output = runner.output();
        while (output.ends_with('\n')) output.pop_back();
        if (output.empty()) throw;
        throw RunnerDied({messages::died_with_output, {{"why", death.message}, {"output", output}}});
    }
}

} // namespace

DeviceFacts query_device(const RunnerCommand& command) {
    RunnerClient runner(command, RunLimits{{30, 0, 64}});
    const nlohmann::json facts = hello_of(runner);
    DeviceFacts device;
    device.name = facts.at("name");
    device.other_devices = facts.at("devices").get<int>() - 1;
    device.peak_gb_s = facts.at("peak_gb_s");
    device.thresholds = device.slug = gpu_kind({device.name, facts.at("multiprocessors"), device.peak_gb_s});
    device.capability = facts.at("capability");
    device.memory_bytes = facts.at("memory_bytes");
    device.l2_bytes = facts.at("l2_bytes");
    device.driver = facts.at("driver");
    device.runtime = facts.at("runtime");
    device.pci_bus_id = facts.at("pci_bus_id");
    return device;
}

} // namespace grader
