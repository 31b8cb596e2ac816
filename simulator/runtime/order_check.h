#pragma once

/// @file
/// The check of the order of work: what streams and the program do is announced to it.

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

/// Announces work to order::WorkOrder, where the order of work is checked, and does nothing where it is not. Safe to use
/// from several threads, but for add_work_item(): order::WorkOrder has a lock of its own.
class OrderCheck {
public:
    /// @p order: null where the order of work is not checked.
    OrderCheck(Runtime& runtime, std::unique_ptr<order::WorkOrder> order);
    OrderCheck(const OrderCheck&) = delete;
    OrderCheck& operator=(const OrderCheck&) = delete;
    ~OrderCheck();

    /// Knows which pieces of work come after which; null where that is not checked. Stays the same.
    [[nodiscard]] order::WorkOrder* work_order() const { return order_.get(); }

    /// What a piece of work is a part of.
    enum class WorkSource : std::uint8_t { of_stream, of_graph };
    /// A piece of work in a stream, after others; null where the order of work is not checked. Under Calls::mutex.
    order::WorkItemPtr add_work_item(cudaStream_t stream, const std::vector<TaskPtr>& dependencies,
                                     WorkSource source);
    /// The device begins a piece of work. A null piece is ignored here and below.
    void work_begins(const order::WorkItemPtr& item);
    /// The device has done a piece of work.
    void work_ends(const order::WorkItemPtr& item);
    /// A function of the program begins.
    void function_begins(const order::WorkItemPtr& item);
    /// A function of the program has ended.
    void function_ends(const order::WorkItemPtr& item);
    /// The program has found a task done.
    void program_has_seen(const TaskPtr& task);
    /// The program has found all work done.
    void program_has_seen_all();
    /// The call under way says that the program was stopped when it touched a byte. False where the order of work has
    /// nothing to do with that; otherwise the program may touch the byte now, and a finding names what was wrong.
    bool handle_host_fault(std::uint64_t address, bool writes);

private:
    Runtime& runtime_;
    std::unique_ptr<order::WorkOrder> order_;
};

} // namespace simulator::runtime
