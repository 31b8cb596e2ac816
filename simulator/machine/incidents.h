#pragma once

/// @file
/// Incidents of a block, buffered until they can be reported to an observer.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "findings/observer.h"
#include "machine/launch.h"
#include "memory/access.h"

namespace simulator {

/// Returns the fault of an invalid access; its thread is the first lane of the access's mask.
Fault fault_of(const Access& access);

/// Incidents of a block, in the order in which they occurred.
class Incidents {
public:
    /// Adds an access that is invalid in all lanes of its mask. Copies their addresses.
    void add_access(const Access& access);
    /// See Observer::divergent_barrier.
    void add_divergent_barrier(std::uint32_t op, std::uint32_t absent);
    /// See Observer::mixed_barrier.
    void add_mixed_barrier(std::uint32_t op, std::uint32_t other_op);

    /// Number of incidents; each lane of an access counts.
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Returns whether there is nothing to report.
    [[nodiscard]] bool empty() const { return size_ == 0; }
    /// Reports all incidents to @p observer, as those of block @p block.
    void report(std::uint64_t block, Observer& observer) const;
    /// Fault of the first invalid access; empty if there was none.
    [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }
    /// Removes all incidents, and the fault.
    void clear();

private:
    // The fields of an Access that the checks need. Lane addresses are in `addresses_`, in the order of the
    // accesses.
    struct WrongAccess {
        std::uint32_t warp;
        std::uint32_t op;
        MemorySpace space;
        AccessKind kind;
        std::uint8_t bytes;
        Mask mask;
    };
    struct DivergentBarrier {
        std::uint32_t op;
        std::uint32_t absent;
    };
    struct MixedBarrier {
        std::uint32_t op;
        std::uint32_t other_op;
    };
    using Incident = std::variant<WrongAccess, DivergentBarrier, MixedBarrier>;
    class ReportVisitor;

    std::vector<Incident> incidents_;
    std::vector<Address> addresses_;
    std::optional<Fault> fault_;
    std::size_t size_ = 0;
};

} // namespace simulator
