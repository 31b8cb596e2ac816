#pragma once

/// @file
/// Finds accesses to what is no memory, or not the kernel's to touch.

#include <cstdint>
#include <vector>

#include "checks/address_describer.h"
#include "checks/extent.h"
#include "checks/owners.h"
#include "checks/reporter.h"
#include "findings/observer.h"
#include "memory/access.h"

namespace simulator::checks {

/// Bounds, alignment, life time and write protection.
class MemoryCheck {
public:
    /// Both have to outlive it.
    MemoryCheck(Reporter& reporter, const AddressDescriber& where)
        : reporter_(&reporter), describer_(&where) {}

    /// What follows happens in this launch.
    void start_launch(const LaunchStart& launch);

    /// Something was freed meanwhile.
    void freed() { last_owner_.assign(last_owner_.size(), nullptr); }

    /// Reports the lanes whose access is wrong and returns them. For global memory, @p owners says where the
    /// others go.
    Mask check_access(const Access& access, const Extent& extent, Owners& owners);

private:
    Mask check_global(const Access& access, const Extent& extent, Owners& owners);
    Mask find_owners(const Access& access, const Extent& extent, Owners& owners);
    void check_shared(const Access& access, const Extent& extent);
    /// What an access is meant for, and the place where it goes instead.
    struct WrongObject {
        Message intended;
        Message actual;
    };
    template <class FindObjects>
    void report_wrong_object(const Access& access, unsigned lane, const FindObjects& find_objects);
    [[nodiscard]] Mask lanes_outside(const Access& access, std::uint64_t limit) const;
    void report_global(const Access& access, unsigned lane, const Allocation* owner);
    void describe_outside(Finding& finding, const Access& access, Address address) const;
    [[nodiscard]] std::uint64_t number_in_grid(const Coordinates& block, const Coordinates& thread) const;
    void report_limit(const Access& access, unsigned lane, std::uint32_t limit);
    void report_misaligned(const Access& access, unsigned lane);
    void set_thread(Finding& finding, const Access& access, unsigned lane) const;

    Reporter* reporter_;
    const AddressDescriber* describer_;
    Coordinates grid_;                          ///< blocks of the launch
    Coordinates block_;                         ///< threads of a block
    std::uint32_t shared_bytes_ = 0;            ///< of a block
    std::uint32_t reserved_shared_ = 0;         ///< of these, as in LaunchStart
    std::uint32_t local_bytes_ = 0;             ///< of a thread
    std::vector<const Allocation*> last_owner_; ///< by op: an instruction mostly stays in one allocation
    /// By op: the variable or allocation that its address is computed from, where that is known.
    struct IntendedObject {
        const Allocation* allocation = nullptr;
        std::uint64_t shared_begin = 0;
        std::uint64_t shared_end = 0; ///< 0: not known
    };
    std::vector<IntendedObject> intended_;
};

} // namespace simulator::checks
