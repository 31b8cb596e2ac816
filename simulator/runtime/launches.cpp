#include "runtime/launches.h"

#include <utility>

#include "gpu/device_time.h"
#include "program/call_site.h"
#include "program/notice.h"

namespace simulator::runtime {

namespace {

MachineSettings machine_settings(const Settings& settings) {
    MachineSettings machine;
    machine.cores = settings.cores;
    machine.count = settings.count;
    machine.cold = settings.cold;
    machine.warp_instruction_limit = settings.warp_instruction_limit.value_or(machine.warp_instruction_limit);
    machine.instruction_limit = settings.instruction_limit;
    machine.trace = settings.trace;
    return machine;
}

} // namespace

Launches::Launches(const Settings& settings, const Device& device, DeviceMemory& memory, GlobalShadow& shadow,
                   Findings& findings, order::WorkOrder* order)
    : machine(device, memory, machine_settings(settings)), check_(settings.check), memory_(memory),
      shadow_(shadow), findings_(findings), order_(order) {
    if (settings.time && settings.count) {
        if (const std::optional<DeviceTime> time = device_time_named(settings.device)) {
            timekeeper.emplace(device, *time, settings.seed, settings.suggestions);
        }
    }
}

std::unique_ptr<Checks> Launches::acquire_checks(const order::WorkItemPtr& item) {
    if (!check_.memory && !check_.race && !check_.init && !check_.order) {
        return nullptr;
    }
    std::unique_ptr<Checks> checks;
    if (!free_checks_.empty()) {
        checks = std::move(free_checks_.back());
        free_checks_.pop_back();
    } else {
        checks =
            std::make_unique<Checks>(memory_, shadow_, findings_,
                                     CheckOptions{.memory = check_.memory,
                                                  .race = check_.race,
                                                  .init = check_.init,
                                                  .order = check_.order},
                                     [](const void* caller) { return describe(host_code_place(caller)); });
    }
    checks->set_work_item(order_, item);
    return checks;
}

void Launches::release_checks(std::unique_ptr<Checks> checks) {
    if (checks != nullptr) {
        checks->set_work_item(nullptr, nullptr);
        free_checks_.push_back(std::move(checks));
    }
}

} // namespace simulator::runtime
