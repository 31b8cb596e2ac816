#include "runtime/memory.h"

#include <utility>
#include <vector>

#include "checks/global_shadow.h"
#include "order/work_order.h"
#include "program/program.h"
#include "runtime/order_check.h"
#include "runtime/runtime.h"

namespace simulator::runtime {

Memory::Memory(std::uint64_t capacity, const Surroundings& around)
    : device(capacity, around.shared_file), registered(around.shared_file),
      common(around.common_file, around.number) {}

FreeResult release(Runtime& runtime, Address address, CallSite where) {
    Memory& memory = runtime.memory();
    const Allocation* const allocation = memory.device.find(address);
    if (allocation != nullptr && allocation->begin == address) {
        runtime.shadow().forget(allocation->id);
        if (order::WorkOrder* const order = runtime.order_check().work_order()) {
            order->forget(allocation->begin, allocation->bytes);
        }
        if (const auto piece = memory.shown.find(allocation->id); piece != memory.shown.end()) {
            memory.common.unexport_pages(piece->second);
            memory.shown.erase(piece);
        }
    }
    return memory.device.release(address, std::move(where));
}

void tell_host_changes(Runtime& runtime, Program* program) {
    if (program == nullptr) {
        return;
    }
    Memory& memory = runtime.memory();
    const std::lock_guard lock(memory.host_changes);
    const auto tell = [&](const std::vector<HostChange>& changes) {
        for (const HostChange& change : changes) {
            program->set_host_access(change.begin, change.bytes, change.access);
        }
    };
    // Protect freed memory last.
    if (order::WorkOrder* const order = runtime.order_check().work_order()) {
        tell(order->take_host_changes());
    }
    tell(memory.device.take_host_changes());
}

} // namespace simulator::runtime
