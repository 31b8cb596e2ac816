#include "runtime/uses.h"

#include "finding_messages/order_messages.h"
#include "order/work_order.h"
#include "program/call_site.h"
#include "runtime/memory.h"
#include "runtime/order_check.h"
#include "runtime/pointers.h"
#include "runtime/runtime.h"
#include "runtime/work_queue.h"

namespace simulator::runtime {

namespace {

order::WorkItem::LocateStep place_of(const void* caller) {
    return [caller](std::uint32_t) { return host_code_place(caller); };
}

} // namespace

void record_use_of_rows(Runtime& runtime, MessageKind what, order::Use use, const CopySide<const void*>& side,
                        const Rows& rows, const void* caller) {
    const order::WorkItemPtr& item = Task::current_work_item();
    if (item == nullptr || runtime.memory().device.find(address_of(side.begin)) == nullptr) {
        return;
    }
    item->describe(what, place_of(caller));
    for (std::size_t layer = 0; layer < rows.layers; ++layer) {
        for (std::size_t row = 0; row < rows.count; ++row) {
            const std::size_t before = layer * side.layout.layer + row * side.layout.pitch;
            runtime.order_check().work_order()->use(*item, use, address_of(side.begin) + before, rows.width);
        }
    }
}

void record_use_of_allocation(Runtime& runtime, Address address, const char* function, MessageKind does,
                              const void* caller) {
    const order::WorkItemPtr& item = Task::current_work_item();
    const Allocation* const allocation = item == nullptr ? nullptr : runtime.memory().device.find(address);
    if (allocation == nullptr) {
        return;
    }
    item->describe({kernelsmith::order_messages::call_work, {{"function", function}}}, place_of(caller),
                   does);
    runtime.order_check().work_order()->use(*item, order::Use::write, allocation->begin, allocation->bytes);
}

} // namespace simulator::runtime
