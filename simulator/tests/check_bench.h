#pragma once

/// @file
/// Test bench: feeds the checks with synthetic accesses, without a kernel.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "checks/checks.h"
#include "findings/finding.h"
#include "memory/device_memory.h"

namespace bench {

using simulator::Access;
using simulator::AccessKind;
using simulator::AccessVerdict;
using simulator::Address;
using simulator::Allocation;
using simulator::FindingKind;
using simulator::Mask;
using simulator::MemoryScope;
using simulator::MemorySpace;
using simulator::Strength;
using simulator::WarpId;

/// Shape and options of a Bench's launch.
struct Setup {
    std::uint32_t blocks = 4;
    std::uint32_t threads = 64;
    std::uint32_t shared_bytes = 1024;
    std::uint32_t reserved_shared = 0;
    std::uint32_t local_bytes = 256;
    bool fences = true;
    bool partial_barriers = true;
    bool loop_separates = false; ///< result of the query LaunchStart::loop_separates for all pairs of
                                 ///< instructions
    simulator::CheckOptions options = {.memory = true, .race = true, .init = false};
};

/// Properties of an access, except its address.
struct Kind {
    AccessKind kind = AccessKind::load;
    Strength strength = Strength::weak;
    std::uint8_t bytes = 4;
    MemorySpace space = MemorySpace::global;
    simulator::AtomicLowering lowering = simulator::AtomicLowering::serialized;
    bool result_used = true;
    MemoryScope scope = MemoryScope::device;
    bool overwrites = false;
    bool samples = false;
    bool is_read_modify_write = false;
};

inline constexpr Kind load = {};
inline constexpr Kind store = {.kind = AccessKind::store};
inline constexpr Kind atomic = {.kind = AccessKind::atomic, .strength = Strength::strong};
inline constexpr Kind compare_and_swap = {.kind = AccessKind::atomic,
                                          .strength = Strength::strong,
                                          .lowering = simulator::AtomicLowering::compare_and_swap};
/// An arrival at a barrier object; `wait` below tests whether all have arrived.
inline constexpr Kind arrival = {.kind = AccessKind::atomic,
                                 .strength = Strength::release,
                                 .bytes = 8,
                                 .space = MemorySpace::shared,
                                 .result_used = false};
inline constexpr Kind wait = {.strength = Strength::acquire, .bytes = 8, .space = MemorySpace::shared};
inline constexpr Kind volatile_load = {.strength = Strength::strong};
inline constexpr Kind volatile_store = {.kind = AccessKind::store, .strength = Strength::strong};
/// Returns @p kind as an access to shared memory.
Kind shared(Kind kind);
/// Returns @p kind with another access size.
Kind sized(Kind kind, std::uint8_t bytes);

/// A launch in progress. Each access is an instruction on a separate line; its op equals its line number.
class Bench {
public:
    explicit Bench(Setup setup = {});

    /// Allocates device memory that counts as initialized.
    const Allocation& array(std::uint64_t bytes);

    /// Performs an access by the lanes @p mask of a warp; @p address returns the address per lane.
    AccessVerdict access(std::uint32_t line, WarpId place, Mask mask, Kind kind,
                         const std::function<Address(int)>& address);
    /// Performs an access by one thread.
    AccessVerdict access(std::uint32_t line, std::uint32_t block, std::uint32_t thread, Kind kind,
                         Address address);
    /// Sets the values that lanes store from now on; by default, every lane stores a different value.
    void values(std::function<std::uint64_t(int)> value) { value_ = std::move(value); }

    /// Performs `__syncthreads` by all threads of a block.
    void barrier(std::uint64_t block);
    /// Ends the launch and starts the same launch again.
    void relaunch();

    simulator::DeviceMemory memory;
    simulator::GlobalShadow shadow;
    simulator::Findings findings;
    simulator::Checks checks;

    /// Returns how often a kind was found.
    [[nodiscard]] std::uint64_t count(FindingKind kind) const;
    /// Returns the finding of a kind; there must be exactly one.
    [[nodiscard]] simulator::Finding only(FindingKind kind) const;
    /// Returns the number of findings, including notes.
    [[nodiscard]] std::size_t size() const { return findings.all().size(); }

private:
    void start();
    void perform(const Access& access, Mask mask);

    Setup setup_;
    std::function<std::uint64_t(int)> value_;
    std::vector<std::vector<std::byte>> shared_;
};

} // namespace bench
