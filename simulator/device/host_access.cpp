#include "device/host_access.h"

#include <fmt/core.h>

#include <utility>

#include "finding_messages/call_messages.h"
#include "program/call.h"
#include "runtime/explain_address.h"
#include "runtime/memory.h"
#include "runtime/order_check.h"
#include "runtime/program_report.h"
#include "runtime/runtime.h"

namespace simulator::device {

namespace call_messages = kernelsmith::call_messages;

bool handle_host_fault(runtime::Runtime& runtime, std::uint64_t address, bool writes) {
    if (runtime.order_check().handle_host_fault(address, writes)) {
        send_host_changes(runtime, runtime::current_call().program);
        return true;
    }
    const DeviceMemory& memory = runtime.memory().device;
    if (!memory.is_device_address(address)) {
        return false; // the program's own business
    }
    const Allocation* const near = memory.nearest(address);
    const bool managed = near != nullptr && near->origin == AllocationOrigin::managed;
    Finding finding;
    finding.kind = FindingKind::host_access;
    finding.place = runtime::host_code_place(CALLER);
    finding.address = address;
    finding.what = {!managed     ? call_messages::host_accesses_device_memory
                    : near->live ? call_messages::host_accesses_past_managed_memory
                                 : call_messages::host_accesses_freed_managed_memory,
                    {{"address", fmt::format("{:#x}", address)}}};
    if (near != nullptr) finding.where = runtime::explain_address(memory, address);
    finding.advice = managed ? call_messages::stay_in_managed_memory : call_messages::copy_to_the_host;
    runtime.report().findings.add(std::move(finding));
    return false;
}

} // namespace simulator::device
