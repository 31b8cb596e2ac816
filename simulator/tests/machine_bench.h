#pragma once

/// @file
/// Runs kernels written as PTX on the machine, with checks.

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

/// How a kernel is run.
struct Setup {
    std::uint32_t blocks = 1;
    std::uint32_t threads = 32;
    std::uint32_t cores = 1;
    simulator::CheckOptions checks = {.memory = true, .race = false, .init = false};
    std::uint64_t budget = simulator::MachineSettings{}.budget;
    std::uint64_t instruction_limit = 0;
    std::uint32_t launches = 1; ///< one after the other, on one machine
    std::function<simulator::YieldResult(bool livelocked)> yield_to_other_work = {};
    std::vector<std::uint64_t> recorded_blocks = {};
    std::vector<std::uint64_t> traced_blocks = {};
    bool round_robin_blocks = false;
};

/// A GPU whose memory holds 1000 numbers of 4 bytes for kernels to work on, and as many results as anybody
/// needs.
class Gpu {
public:
    Gpu();

    /// Runs a kernel around @p body. The body finds its thread's number in the block in %r1, the block's in
    /// %r2 and the thread's in the grid in %r3; the address of the numbers in %rd1 and of its thread's own in
    /// %rd3, that of the results in %rd2 and of its own in %rd4. `shared_` has 256 bytes, `local_` and
    /// `constant_` have 64.
    simulator::LaunchResult run(const std::string& body, const Setup& setup);
    /// The same with another observer, or none.
    simulator::LaunchResult run(const std::string& body, const Setup& setup, simulator::Observer* observer);

    /// Sets number @p n.
    void set_number(std::size_t n, std::uint32_t value);
    /// Result number @p n.
    [[nodiscard]] std::uint32_t result(std::size_t n) const;
    /// All numbers and results.
    [[nodiscard]] std::vector<std::byte> bytes() const;
    /// Every finding with all that is told of it, but those that only an observer of every step can have.
    [[nodiscard]] std::vector<std::string> reported() const;
    /// How often a kind was found.
    [[nodiscard]] std::uint64_t count(simulator::FindingKind kind) const;

    simulator::DeviceMemory memory;
    simulator::Findings findings;
    std::shared_ptr<const simulator::Kernel> kernel; ///< that ran last

private:
    const simulator::Allocation* numbers_;
    const simulator::Allocation* results_;
    const simulator::Allocation* constants_;
};

/// PTX that keeps block @p block busy for so long that others overtake it; once in a body for each block.
std::string delay(std::uint32_t block);

} // namespace machine_bench
