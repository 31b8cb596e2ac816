#pragma once

/// @file
/// The machine that runs kernels, and state that is kept between launches.

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

/// Machine, times and checks of all launches. Only the thread that owns the device may use it, so there is no
/// lock.
class Launches {
public:
    /// All reference arguments must outlive this object. @p order: null if the order of work is not checked.
    Launches(const Settings& settings, const Device& device, DeviceMemory& memory, GlobalShadow& shadow,
             Findings& findings, order::WorkOrder* order);

    /// Returns the observer of the launch for the work item @p item; null if no checks are enabled.
    std::unique_ptr<Checks> acquire_checks(const order::WorkItemPtr& item);
    /// Takes back the observer after the launch, for reuse.
    void release_checks(std::unique_ptr<Checks> checks);
    /// Returns whether times are requested and the device has them. Constant, so any thread may call it.
    [[nodiscard]] bool has_times() const { return timekeeper.has_value(); }

    Machine machine;                              ///< runs the launches
    std::optional<timing::Timekeeper> timekeeper; ///< empty if has_times() is false
    std::set<std::string> recorded;               ///< kernels whose accesses are in the report
    /// Grid barrier of cooperative launches; null before the first.
    const Allocation* grid_workspace = nullptr;

private:
    const CheckSettings check_;
    DeviceMemory& memory_;
    GlobalShadow& shadow_;
    Findings& findings_;
    order::WorkOrder* order_;
    std::vector<std::unique_ptr<Checks>> free_checks_;
};

} // namespace simulator::runtime
