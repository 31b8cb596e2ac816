#include "device/host_access.h"

#include <fmt/core.h>

#include <utility>

#include "runtime/explain_address.h"
#include "runtime/runtime.h"

namespace simulator::device {

bool host_touches(runtime::Runtime& runtime, std::uint64_t address, bool writes) {
    if (runtime.work_order &&
        runtime.work_order->host_touches(
            {.address = address, .writes = writes, .place = [] { return runtime::host_place(CALLER); }})) {
        runtime.tell_host_changes(runtime::current_call().program);
        return true;
    }
    if (!runtime.memory.reserved(address)) {
        return false; // the program's own business
    }
    const Allocation* const near = runtime.memory.nearest(address);
    const bool managed = near != nullptr && near->origin == Origin::managed;
    Finding finding;
    finding.kind = FindingKind::host_access;
    finding.place = runtime::host_place(CALLER);
    finding.address = address;
    finding.what = fmt::format("the host touches {} memory at {:#x}",
                               !managed     ? "device"
                               : near->live ? "what is beside managed"
                                            : "freed managed",
                               address);
    finding.where = near != nullptr ? runtime::explain_address(runtime.memory, address) : std::string();
    finding.advice = managed
                         ? "Managed memory is there for the host too, from its begin to its end, until it "
                           "is freed."
                         : "Device memory can only be touched by kernels. Copy it with cudaMemcpy, or "
                           "allocate it with cudaMallocManaged.";
    runtime.findings.add(std::move(finding));
    return false;
}

} // namespace simulator::device
