#pragma once

/// @file
/// Test bench: runs kernels written in PTX on the machine, with checks.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "checks/checks.h"
#include "findings/finding.h"
#include "machine/launch.h"
#include "memory/device_memory.h"

namespace machine_bench {

/// Options of a run.
struct Setup {
    std::uint32_t blocks = 1;
    std::uint32_t threads = 32;
    std::uint32_t cores = 1;
    simulator::CheckOptions checks = {.memory = true, .race = false, .init = false};
    std::uint64_t warp_instruction_limit = simulator::MachineSettings{}.warp_instruction_limit;
    std::uint64_t instruction_limit = 0;
    std::uint32_t launches = 1; ///< consecutive launches on one machine
    std::function<simulator::YieldResult(bool livelocked)> yield_to_other_work = {};
    std::vector<std::uint64_t> recorded_blocks = {};
    std::vector<std::uint64_t> traced_blocks = {};
    bool round_robin_blocks = false;
};

/// A GPU with two arrays in its memory: 1000 4-byte numbers as input, and results, as many as any test needs.
class Gpu {
public:
    Gpu();

    /// Runs a kernel around @p body. In the body, %r1 is the thread's index in the block, %r2 the block's
    /// index, and %r3 the thread's index in the grid. %rd1 is the address of the numbers and %rd3 that of the
    /// thread's number; %rd2 is the address of the results and %rd4 that of the thread's result. `shared_`
    /// has 256 bytes, `local_` and `constant_` have 64.
    simulator::LaunchResult run(const std::string& body, const Setup& setup);
    /// Runs a kernel like the function above with another observer, or none.
    simulator::LaunchResult run(const std::string& body, const Setup& setup, simulator::Observer* observer);

    /// Sets number @p n.
    void set_number(std::size_t n, std::uint32_t value);
    /// Returns result number @p n.
    [[nodiscard]] std::uint32_t result(std::size_t n) const;
    /// Returns the bytes of all numbers and results.
    [[nodiscard]] std::vector<std::byte> bytes() const;
    /// Returns every finding with all its details, except findings that need an observer of every event.
    [[nodiscard]] std::vector<std::string> reported() const;
    /// Returns how often a kind was found.
    [[nodiscard]] std::uint64_t count(simulator::FindingKind kind) const;

    simulator::DeviceMemory memory;
    simulator::Findings findings;
    std::shared_ptr<const simulator::Kernel> kernel; ///< the kernel that ran last

private:
    const simulator::Allocation* numbers_;
    const simulator::Allocation* results_;
    const simulator::Allocation* constants_;
};

/// Returns PTX that delays block @p block so long that other blocks overtake it. Use it once per block in a
/// body.
std::string delay(std::uint32_t block);

} // namespace machine_bench
