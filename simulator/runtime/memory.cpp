#include "runtime/memory.h"

#include <utility>
#include <vector>

#include "checks/global_shadow.h"
#include "order/work_order.h"
#include "program/program.h"
#include "runtime/order_check.h"
#include "runtime/runtime.h"

namespace simulator::runtime {

Memory::Memory(std::uint64_t capacity, const Environment& environment)
    : device(capacity, environment.shared_file), registered(environment.shared_file),
      common(environment.common_file, environment.number) {}

FreeResult release(Runtime& runtime, Address address, CallSite where) {
    Memory& memory = runtime.memory();
    const Allocation* const allocation = memory.device.find(address);
    if (allocation != nullptr && allocation->begin == address) {
        runtime.shadow().forget(allocation->id);
        if (order::WorkOrder* const order = runtime.order_check().work_order()) {
            order->forget(allocation->begin, allocation->bytes);
        }
        if (const auto piece = memory.exported.find(allocation->id); piece != memory.exported.end()) {
            memory.common.unexport_pages(piece->second);
            memory.exported.erase(piece);
        }
    }
    return memory.device.release(address, std::move(where));
}

void send_host_changes(Runtime& runtime, Program* program) {
    if (program == nullptr) {
        return;
    }
    Memory& memory = runtime.memory();
    const std::lock_guard lock(memory.host_changes_mutex);
    const auto send = [&](const std::vector<HostChange>& changes) {
        for (const HostChange& change : changes) {
            program->set_host_access(change.begin, change.bytes, change.access);
        }
    };
    // Protect freed memory last.
    if (order::WorkOrder* const order = runtime.order_check().work_order()) {
        send(order->take_host_changes());
    }
    send(memory.device.take_host_changes());
}

} // namespace simulator::runtime
