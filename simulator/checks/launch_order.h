#pragma once

/// @file
/// What the accesses of a kernel mean for the order of work.

#include "checks/extent.h"
#include "checks/owners.h"
#include "checks/reporter.h"
#include "findings/observer.h"
#include "memory/access.h"
#include "order/work_order.h"

namespace simulator::order {

/// Notes the bytes of global memory that a launch uses, and tells of rivals.
class LaunchOrder {
public:
    /// @p reporter has to outlive it.
    explicit LaunchOrder(checks::Reporter& reporter) : reporter_(&reporter) {}

    /// What follows is done by @p piece; null: nobody wants to know.
    void set_work_item(WorkOrder* order, WorkItemPtr item);
    /// What follows happens in this launch.
    void start_launch(const LaunchStart& launch) { fences_ = launch.fences; }
    /// Lanes of an access to global memory, to live allocations.
    void access(const Access& access, Mask mask, const checks::Extent& extent, const checks::Owners& owners);

private:
    void use(const Access& access, unsigned lane, Use use, Address begin, std::uint64_t bytes);

    checks::Reporter* reporter_;
    WorkOrder* order_ = nullptr;
    WorkItemPtr item_;
    bool fences_ = false;
};

} // namespace simulator::order
