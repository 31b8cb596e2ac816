#pragma once

/// @file
/// Reports loads through a read-only cache of data that the same launch has written.

#include <functional>

#include "checks/address_describer.h"
#include "checks/extent.h"
#include "checks/owners.h"
#include "checks/reporter.h"
#include "findings/observer.h"
#include "memory/access.h"
#include "order/byte_set.h"

namespace simulator::checks {

/// `ld.global.nc` and texture reads may return what the cache has held since before the write, whether the
/// thread itself or another one wrote, and however well the accesses are ordered.
class StaleCheck {
public:
    /// Both arguments must outlive the object.
    StaleCheck(Reporter& reporter, const AddressDescriber& describer)
        : reporter_(&reporter), describer_(&describer) {}

    /// Sets the launch that all later calls belong to.
    void start_launch(const LaunchStart& launch);
    /// Checks the lanes @p mask of an access to global memory; @p extent is that of all its lanes.
    void global_access(const Access& access, Mask mask, const Extent& extent);

private:
    void check_lane(const Access& access, unsigned lane);

    Reporter* reporter_;
    const AddressDescriber* describer_;
    std::function<bool(std::uint32_t op)> read_only_; ///< same as LaunchStart::read_only
    order::ByteSet written_;
};

} // namespace simulator::checks
