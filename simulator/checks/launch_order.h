#pragma once

/// @file
/// Accesses of a kernel in the happens-before order of work items.

#include "checks/extent.h"
#include "checks/owners.h"
#include "checks/reporter.h"
#include "findings/observer.h"
#include "memory/access.h"
#include "order/work_order.h"

namespace simulator::order {

/// Records the bytes of global memory that a launch uses, and reports stream races.
class LaunchOrder {
public:
    /// @p reporter must outlive the object.
    explicit LaunchOrder(checks::Reporter& reporter) : reporter_(&reporter) {}

    /// Sets the work item whose accesses follow; null: the order of work is not checked.
    void set_work_item(WorkOrder* order, WorkItemPtr item);
    /// Sets the launch that all later calls belong to.
    void start_launch(const LaunchStart& launch) { fences_ = launch.fences; }
    /// Records an access of the lanes @p mask to live allocations in global memory.
    void access(const Access& access, Mask mask, const checks::Extent& extent, const checks::Owners& owners);

private:
    void use(const Access& access, unsigned lane, Use use, Address begin, std::uint64_t bytes);

    checks::Reporter* reporter_;
    WorkOrder* order_ = nullptr;
    WorkItemPtr item_;
    bool fences_ = false;
};

} // namespace simulator::order
