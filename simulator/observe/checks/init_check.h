#pragma once

/// @file
/// Finds reads of memory that nobody wrote.

#include <cstdint>
#include <unordered_map>

#include "observe/access.h"
#include "observe/checks/extent.h"
#include "observe/checks/global_shadow.h"
#include "observe/checks/owners.h"
#include "observe/checks/reporter.h"
#include "observe/checks/where.h"
#include "observe/checks/written_bits.h"
#include "observe/observer.h"

namespace simulator::checks {

/// Device memory since its allocation, shared memory since its block's start.
class InitCheck {
public:
    InitCheck(Reporter& reporter, const Where& where, GlobalShadow& shadow)
        : reporter_(&reporter), where_(&where), shadow_(&shadow) {}

    void start_launch(const LaunchStart& launch);
    void start_block(std::uint64_t block);
    void finish_block(std::uint64_t block) { shared_.erase(block); }

    /// Looks at the lanes @p mask of an access; @p extent is that of all its lanes.
    void shared_access(const Access& access, Mask mask, const Extent& extent);
    void global_access(const Access& access, Mask mask, const Extent& extent, const Owners& owners);

private:
    void look_at(const Access& access, unsigned lane, WrittenBits& bits, Address begin);
    void report(const Access& access, unsigned lane, unsigned missing);

    Reporter* reporter_;
    const Where* where_;
    GlobalShadow* shadow_;
    std::uint32_t shared_bytes_ = 0;                        ///< of a block
    std::unordered_map<std::uint64_t, WrittenBits> shared_; ///< by block
};

} // namespace simulator::checks
