#pragma once

/// @file
/// Drives the checks with made-up accesses, without a kernel.

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

/// Shape of the launch that a Bench makes.
struct Setup {
    std::uint32_t blocks = 4;
    std::uint32_t threads = 64;
    std::uint32_t shared_bytes = 1024;
    std::uint32_t reserved_shared = 0;
    std::uint32_t local_bytes = 256;
    bool fences = true;
    bool partial_barriers = true;
    bool loop_separates = false; ///< any two instructions, where it is asked
    simulator::CheckOptions options = {.memory = true, .race = true, .init = false};
};

/// What an access is, beside where it goes.
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
    bool updates = false;
};

inline constexpr Kind load = {};
inline constexpr Kind store = {.kind = AccessKind::store};
inline constexpr Kind atomic = {.kind = AccessKind::atomic, .strength = Strength::strong};
inline constexpr Kind compare_and_swap = {.kind = AccessKind::atomic,
                                          .strength = Strength::strong,
                                          .lowering = simulator::AtomicLowering::compare_and_swap};
/// What arrives at a barrier object, and who asks whether all have.
inline constexpr Kind arrival = {.kind = AccessKind::atomic,
                                 .strength = Strength::release,
                                 .bytes = 8,
                                 .space = MemorySpace::shared,
                                 .result_used = false};
inline constexpr Kind wait = {.strength = Strength::acquire, .bytes = 8, .space = MemorySpace::shared};
inline constexpr Kind volatile_load = {.strength = Strength::strong};
inline constexpr Kind volatile_store = {.kind = AccessKind::store, .strength = Strength::strong};
/// The same access to shared memory.
Kind shared(Kind kind);
/// The same access with another size.
Kind sized(Kind kind, std::uint8_t bytes);

/// A launch under way. Each access is an instruction on a line of its own: its op, which is its line number
/// as well.
class Bench {
public:
    explicit Bench(Setup setup = {});

    /// Device memory that counts as written.
    const Allocation& array(std::uint64_t bytes);

    /// The access of the lanes @p mask of a warp, the address by lane.
    AccessVerdict access(std::uint32_t line, WarpId place, Mask mask, Kind kind,
                         const std::function<Address(int)>& address);
    /// The access of one thread.
    AccessVerdict access(std::uint32_t line, std::uint32_t block, std::uint32_t thread, Kind kind,
                         Address address);
    /// What lanes store from now on; without it, each its own value.
    void values(std::function<std::uint64_t(int)> value) { value_ = std::move(value); }

    /// `__syncthreads` of all threads of a block.
    void barrier(std::uint64_t block);
    /// The launch ends and the same one starts again.
    void relaunch();

    simulator::DeviceMemory memory;
    simulator::GlobalShadow shadow;
    simulator::Findings findings;
    simulator::Checks checks;

    /// How often a kind was found.
    [[nodiscard]] std::uint64_t count(FindingKind kind) const;
    /// The finding of a kind; there has to be just one.
    [[nodiscard]] simulator::Finding only(FindingKind kind) const;
    /// How many findings there are, notes included.
    [[nodiscard]] std::size_t size() const { return findings.all().size(); }

private:
    void start();
    void perform(const Access& access, Mask mask);

    Setup setup_;
    std::function<std::uint64_t(int)> value_;
    std::vector<std::vector<std::byte>> shared_;
};

} // namespace bench
