#pragma once

/// @file
/// What runs kernels, and what is kept from one launch to the next.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checks/checks.h"
#include "loading/settings.h"
#include "machine/launch.h"
#include "order/work_item_ptr.h"
#include "timing/timekeeper.h"

namespace simulator::runtime {

/// Machine, times and checks of all launches. Only for the thread that has the device, and so without a lock.
class Launches {
public:
    /// All that is given outlives it. @p order: null where the order of work is not checked.
    Launches(const Settings& settings, const Device& device, DeviceMemory& memory, GlobalShadow& shadow,
             Findings& findings, order::WorkOrder* order);

    /// The observer of a launch that is done as @p piece; null when nothing is to be checked.
    std::unique_ptr<Checks> acquire_checks(const order::WorkItemPtr& item);
    /// The launch is over.
    void release_checks(std::unique_ptr<Checks> checks);
    /// Whether times are asked for and the device has them. Stays the same: any thread may ask.
    [[nodiscard]] bool has_times() const { return timekeeper.has_value(); }

    Machine machine;                              ///< runs the launches
    std::optional<timing::Timekeeper> timekeeper; ///< none: has_times() is false
    std::set<std::string> recorded;             ///< kernels of which a launch has its accesses in the report
    const Allocation* grid_workspace = nullptr; ///< of cooperative launches; null before the first

private:
    const CheckSettings check_;
    DeviceMemory& memory_;
    GlobalShadow& shadow_;
    Findings& findings_;
    order::WorkOrder* order_;
    std::vector<std::unique_ptr<Checks>> free_checks_;
};

} // namespace simulator::runtime
