#pragma once

/// @file
/// Reports accesses to invalid addresses and to memory that a kernel must not access.

#include <cstdint>
#include <vector>

#include "checks/address_describer.h"
#include "checks/extent.h"
#include "checks/owners.h"
#include "checks/reporter.h"
#include "findings/observer.h"
#include "memory/access.h"

namespace simulator::checks {

/// Checks bounds, alignment, life time and write protection.
class MemoryCheck {
public:
    /// Both arguments must outlive the object.
    MemoryCheck(Reporter& reporter, const AddressDescriber& describer)
        : reporter_(&reporter), describer_(&describer) {}

    /// Sets the launch that all later calls belong to.
    void start_launch(const LaunchStart& launch);

    /// Invalidates cached owners after memory was freed.
    void freed() { last_owner_.assign(last_owner_.size(), nullptr); }

    /// Reports the lanes whose access is invalid and returns them. For global memory, @p owners receives the
    /// allocations of the other lanes.
    Mask check_access(const Access& access, const Extent& extent, Owners& owners);

private:
    Mask check_global(const Access& access, const Extent& extent, Owners& owners);
    Mask find_owners(const Access& access, const Extent& extent, Owners& owners);
    void check_shared(const Access& access, const Extent& extent);
    /// The object that an access is intended for, and the one that it accesses.
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
    Coordinates grid_;                          ///< blocks per launch
    Coordinates block_;                         ///< threads per block
    std::uint32_t shared_bytes_ = 0;            ///< bytes per block
    std::uint32_t reserved_shared_ = 0;         ///< bytes of these that CUDA reserves, as in LaunchStart
    std::uint32_t local_bytes_ = 0;             ///< bytes per thread
    std::vector<const Allocation*> last_owner_; ///< per op: an instruction mostly stays in one allocation
    /// Per op: the variable or allocation that its address is computed from, if known.
    struct IntendedObject {
        const Allocation* allocation = nullptr;
        std::uint64_t shared_begin = 0;
        std::uint64_t shared_end = 0; ///< 0: unknown
    };
    std::vector<IntendedObject> intended_;
};

} // namespace simulator::checks
