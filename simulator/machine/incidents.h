#pragma once

/// @file
/// What goes wrong in a block, kept until an observer may hear it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "findings/observer.h"
#include "machine/launch.h"
#include "memory/access.h"

namespace simulator {

/// What an access that must not happen means for the launch; the first lane of its mask is the culprit.
Fault fault_of(const Access& access);

/// What went wrong in a block, in the order in which it did.
class Incidents {
public:
    /// All lanes of the access's mask did what they must not. Their addresses are copied.
    void add_access(const Access& access);
    /// See Observer::skipped_barrier.
    void add_skipped_barrier(std::uint32_t op, std::uint32_t absent);
    /// See Observer::mixed_barrier.
    void add_mixed_barrier(std::uint32_t op, std::uint32_t other_op);

    /// How many there are; each lane of an access counts.
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Whether there is nothing to tell.
    [[nodiscard]] bool empty() const { return size_ == 0; }
    /// Tells them to @p observer as those of block @p block.
    void report(std::uint64_t block, Observer& observer) const;
    /// What the first wrong access means for the launch; none when no access was.
    [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }
    /// Forgets all, the fault included.
    void clear();

private:
    // Of an Access, what the checks need. The addresses of the lanes follow those of the accesses before.
    struct WrongAccess {
        std::uint32_t warp;
        std::uint32_t op;
        MemorySpace space;
        AccessKind kind;
        std::uint8_t bytes;
        Mask mask;
    };
    struct SkippedBarrier {
        std::uint32_t op;
        std::uint32_t absent;
    };
    struct MixedBarrier {
        std::uint32_t op;
        std::uint32_t other_op;
    };
    using Incident = std::variant<WrongAccess, SkippedBarrier, MixedBarrier>;
    class ReportVisitor;

    std::vector<Incident> incidents_;
    std::vector<Address> addresses_;
    std::optional<Fault> fault_;
    std::size_t size_ = 0;
};

} // namespace simulator
