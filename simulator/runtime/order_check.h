#pragma once

/// @file
/// The check of the order of work: events of streams and of the program are forwarded to it.

#include <driver_types.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "order/work_item_ptr.h"
#include "runtime/work.h"

namespace simulator::order {
class WorkOrder;
}

namespace simulator::runtime {

/// Forwards work to order::WorkOrder if the order of work is checked; otherwise does nothing. Thread-safe,
/// except add_work_item(): order::WorkOrder has its own lock.
class OrderCheck {
public:
    /// @p order: null if the order of work is not checked.
    OrderCheck(Runtime& runtime, std::unique_ptr<order::WorkOrder> order);
    OrderCheck(const OrderCheck&) = delete;
    OrderCheck& operator=(const OrderCheck&) = delete;
    ~OrderCheck();

    /// Returns the happens-before order of work items; null if it is not checked. Constant.
    [[nodiscard]] order::WorkOrder* work_order() const { return order_.get(); }

    /// Origin of a work item.
    enum class WorkSource : std::uint8_t { of_stream, of_graph };
    /// Adds a work item of a stream, with its dependencies; null if the order of work is not checked. Under
    /// Calls::mutex.
    order::WorkItemPtr add_work_item(cudaStream_t stream, const std::vector<TaskPtr>& dependencies,
                                     WorkSource source);
    /// Records that the device begins a work item. Here and below, null is ignored.
    void work_begins(const order::WorkItemPtr& item);
    /// Records that the device has completed a work item.
    void work_ends(const order::WorkItemPtr& item);
    /// Records that a function of the program begins.
    void function_begins(const order::WorkItemPtr& item);
    /// Records that a function of the program has ended.
    void function_ends(const order::WorkItemPtr& item);
    /// Records that the program has observed the completion of a task.
    void program_has_seen(const TaskPtr& task);
    /// Records that the program has observed the completion of all work.
    void program_has_seen_all();
    /// Handles a signal of the program, which accessed a byte during the current call. Returns false if the
    /// order of work does not concern that byte; otherwise adds a finding and opens the byte to the program.
    bool handle_host_fault(std::uint64_t address, bool writes);

private:
    Runtime& runtime_;
    std::unique_ptr<order::WorkOrder> order_;
};

} // namespace simulator::runtime
