#pragma once

/// @file
/// All checks that run while a kernel is executed.

#include <cstdint>
#include <span>

#include "checks/address_describer.h"
#include "checks/barrier_check.h"
#include "checks/copy_check.h"
#include "checks/extent.h"
#include "checks/global_shadow.h"
#include "checks/init_check.h"
#include "checks/launch_order.h"
#include "checks/memory_check.h"
#include "checks/race_check.h"
#include "checks/reporter.h"
#include "checks/stale_check.h"
#include "findings/finding.h"
#include "findings/observer.h"
#include "memory/device_memory.h"

namespace simulator {

/// The checks that are on. Bounds and barriers are always checked.
struct CheckOptions {
    /// Continue a kernel after an invalid access, to find all of them; false: the first one ends the kernel.
    bool memory = true;
    bool race = true;   ///< data races in shared and global memory
    bool init = true;   ///< reads of uninitialized memory
    bool order = false; ///< stream races: work of different streams that do not wait for each other
};

/// The observer that turns errors into Findings. One per process; launches run one after the other.
class Checks final : public Observer {
public:
    /// All arguments must outlive the object.
    Checks(const DeviceMemory& memory, GlobalShadow& shadow, Findings& findings, CheckOptions options,
           CallerText caller = {});
    Checks(const Checks&) = delete; // its members hold pointers to each other
    Checks& operator=(const Checks&) = delete;

    /// Sets the work item that does everything from now on; null: the order of work is not checked.
    void set_work_item(order::WorkOrder* order, order::WorkItemPtr item) {
        work_.set_work_item(order, std::move(item));
    }

    /// Returns true if races or uninitialized reads are checked, or if a kernel must stop at its first
    /// invalid access.
    [[nodiscard]] bool needs_every_event() const override {
        return options_.race || options_.init || options_.order || !options_.memory;
    }

    void launch_started(const LaunchStart& launch) override;
    void launch_finished() override;
    void heap_freed(std::uint32_t allocation) override;

    void invalid_access(const Access& access) override;
    void divergent_barrier(std::uint64_t block, std::uint32_t op, std::uint32_t absent) override;
    void mixed_barrier(std::uint64_t block, std::uint32_t op, std::uint32_t other_op) override;

    void block_started(std::uint64_t block, const std::byte* shared) override;
    void block_finished(std::uint64_t block) override;

    AccessVerdict access(const Access& access) override;
    void local_changed(WarpId place, Mask mask, std::uint32_t begin, std::uint32_t bytes,
                       bool written) override;
    void uninitialized_used(WarpId place, std::uint32_t op, unsigned lane, UninitializedSource source,
                            std::string_view name) override;
    AccessVerdict copy_started(const Access& store, const Access& load) override;
    void copies_grouped(WarpId place, Mask mask) override;
    void copies_finished(WarpId place, Mask mask, std::uint32_t pending_groups) override;
    void copies_tracked(WarpId place, Mask mask, const Address* barriers) override;
    void phase_completed(std::uint64_t block, Address barrier) override;

    void barrier_arrived(WarpId place, std::uint32_t number) override;
    void barrier(std::uint64_t block, std::uint32_t number, bool whole,
                 std::span<const std::uint32_t> warps) override;
    void warp_barrier(WarpId place, Mask mask) override;
    void fence(WarpId place, Mask mask, MemoryScope scope) override;

private:
    void shared_access(const Access& access, Mask mask, const checks::Extent& extent);
    void global_access(const Access& access, Mask mask, const checks::Owners& owners);
    [[nodiscard]] AccessVerdict verdict_for(Mask refused) const;

    CheckOptions options_;
    GlobalShadow& shadow_;
    checks::AddressDescriber describer_;
    checks::Reporter reporter_;
    checks::MemoryCheck memory_;
    checks::InitCheck init_;
    checks::RaceCheck races_;
    checks::CopyCheck copies_;
    checks::StaleCheck stale_;
    checks::BarrierCheck barriers_;
    order::LaunchOrder work_;
};

} // namespace simulator
