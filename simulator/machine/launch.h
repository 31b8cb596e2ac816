#pragma once

/// @file
/// Running a kernel over a grid.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/kernel.h"
#include "counters/access_recorder.h"
#include "counters/block_waits.h"
#include "counters/counters.h"
#include "counters/instruction_trace.h"
#include "findings/finding.h"
#include "findings/observer.h"
#include "gpu/device.h"
#include "machine/yield_result.h"
#include "memory/device_heap.h"
#include "memory/device_memory.h"
#include "memory/textures.h"

namespace simulator {

/// Size of a grid or a block, or an index in one.
struct Dim3 {
    std::uint32_t x = 1, ///< the fastest dimension
        y = 1,           ///< increments after a row of x
        z = 1;           ///< increments after a plane of x and y
    /// Number of elements.
    [[nodiscard]] std::uint64_t count() const { return std::uint64_t{x} * y * z; }
    /// Returns the index with the linear number @p n.
    [[nodiscard]] Coordinates at(std::uint64_t n) const {
        return {static_cast<std::uint32_t>(n % x), static_cast<std::uint32_t>(n / x % y),
                static_cast<std::uint32_t>(n / x / y)};
    }
};

/// Makes function @p function of a module ready to run. @p variables holds the addresses of the module's
/// global and constant variables, in the order of Module::variables; entries of other variables are ignored.
/// With @p track_definedness the code reports to an observer when it uses an uninitialized register, see
/// analysis/definedness.h. Throws ptx::PtxError for errors that parsing cannot detect, such as a call of an
/// undefined function.
std::shared_ptr<const Kernel> decode(std::shared_ptr<const ptx::Module> module, std::uint32_t function,
                                     const std::vector<Address>& variables, bool track_definedness = false);

/// Reason why a kernel stopped; each corresponds to a CUDA error.
enum class FaultKind : std::uint8_t {
    none,
    illegal_address,
    misaligned_address,
    timeout, ///< instruction limit exceeded, deadlock or livelock
    assertion,
    trap,
    stack_overflow,
    invalid_call, ///< through a pointer that is not a function's address
    host,         ///< the host cannot continue, usually out of memory; block, thread and op mean nothing
};

/// Fault of a stopped kernel.
struct Fault {
    FaultKind kind = FaultKind::none;        ///< which CUDA error it becomes
    FindingKind finding = FindingKind::trap; ///< kind of the finding that reports it
    bool reported = false;                   ///< an observer has already reported it
    std::uint64_t block = 0;                 ///< linear index
    std::uint32_t thread = 0;                ///< linear index in the block
    std::uint32_t op = 0;                    ///< index in Kernel::code
    std::optional<Address> address = {}; ///< address of the faulting access; empty if it was not an access
    Message what = {};                   ///< message of finding_messages/machine_messages.h
    Message advice = {};                 ///< what to look for; may be empty
    bool over_limit = false;             ///< the launch exceeded MachineSettings::instruction_limit
};

/// Settings of the simulated machine.
struct MachineSettings {
    std::uint32_t cores = 0; ///< host threads that run blocks; 0: one per hardware thread
    bool count = true;       ///< produces LaunchResult::counters; slower
    bool cold = false;       ///< L2 is empty when a launch begins
    /// Instructions that a warp may execute per launch.
    std::uint64_t warp_instruction_limit = std::uint64_t{1} << 28;
    /// Instructions that the warps of all launches together may execute, if counted; 0: unlimited.
    std::uint64_t instruction_limit = 0;
    /// Part of mangled kernel names: prints the instructions of block 0, warp 0 of matching kernels; empty:
    /// none.
    std::string trace = {};
};

/// Workspace that the blocks of a cooperative launch share for grid.sync(), in the layout that nvcc's code
/// expects.
struct GridWorkspace {
    std::uint32_t bytes = sizeof(GridWorkspace); ///< size of this struct in bytes
    std::uint32_t barrier = 0;                   ///< arrivals; the top bit flips when all blocks have arrived
};

/// A kernel, its grid and its arguments. The runtime has checked that a GPU would accept the launch.
struct LaunchRequest {
    std::shared_ptr<const Kernel> kernel = {}; ///< never null
    Dim3 grid = {};                            ///< in blocks
    Dim3 block = {};                           ///< in threads
    std::uint32_t dynamic_shared = 0;          ///< bytes per block, in addition to the kernel's own
    std::vector<std::byte> parameters = {};    ///< in the layout of Kernel::parameters
    std::uint32_t stack_bytes = 1024;          ///< bytes per thread, for calls: cudaLimitStackSize
    std::uint64_t print_bytes = 1 << 20;       ///< size of the printf buffer: cudaLimitPrintfFifoSize
    std::uint32_t resident_blocks = 1;         ///< per SM, see Occupancy::blocks_per_sm
    std::uint32_t l1_bytes = 0;                ///< L1 bytes of the SM, see Occupancy::l1_bytes
    DeviceHeap* heap = nullptr;                ///< heap for device-side malloc; null: none
    const Textures* textures = nullptr;        ///< textures that the kernel may read; null: none
    /// Called when all resident blocks poll, to run other work. @p livelocked: their state has repeated.
    /// Empty: no other work exists.
    std::function<YieldResult(bool livelocked)> yield_to_other_work = {};
    /// Linear indices of the blocks whose accesses are recorded, if counted; max_recorded_blocks at most.
    std::vector<std::uint64_t> recorded_blocks = {};
    /// Linear indices of the blocks whose instructions are traced, if counted; in order.
    std::vector<std::uint64_t> traced_blocks = {};
    std::uint32_t max_trace_steps = 0; ///< instructions that are traced per warp of these blocks
    /// Round-robin scheduling of blocks that run in order and execute result-returning atomics on a counter
    /// more than once, as on a GPU. Otherwise the first block that keeps taking work gets all of it.
    bool round_robin_blocks = false;
    Address grid_workspace = 0; ///< a GridWorkspace in device memory; 0: not a cooperative launch
};

/// Result of a launch.
struct LaunchResult {
    std::optional<Fault> fault = {}; ///< empty: the launch succeeded
    /// Set with MachineSettings::count, unless `waited_for_other_work`, or blocks ran in parallel and a fault
    /// stopped them.
    std::optional<Counters> counters = {};
    /// Accesses of LaunchRequest::recorded_blocks, if there are counters; sorted by block, warp and order.
    std::vector<RecordedAccess> accesses = {};
    /// Traces of LaunchRequest::traced_blocks, if there are counters; sorted by block.
    std::vector<BlockTrace> steps = {};
    /// Work of each block, if there are counters. Without LaunchRequest::round_robin_blocks,
    /// BlockWork::all is 0.
    std::vector<BlockWork> work = {};
    BlockWaits waits = {}; ///< waits of blocks for others, if there are counters and round-robin blocks
    L2::Traffic dram = {}; ///< bytes that L2 read and wrote back
    bool waited_for_other_work =
        false;             ///< it yielded to the program or to other work; then `counters` is empty
    bool in_order = false; ///< blocks started one after the other, on one core
    std::string in_order_reason = {}; ///< empty if they ran in parallel
    std::string printed = {};         ///< output of the kernel's `printf`, block after block
};

/// The simulated GPU. Runs one launch at a time on the cores of the host.
class Machine {
public:
    /// Creates a machine on @p memory, which must outlive it. L2 starts empty, and keeps its contents from
    /// one launch to the next.
    Machine(Device device, DeviceMemory& memory, MachineSettings settings);
    ~Machine();

    /// Runs a launch to its end. With an observer, invalid accesses do not stop the kernel but make the
    /// launch end with a fault; with an observer that needs every event, blocks run in order on one core. An
    /// exception of the observer, or of the machine when memory is exhausted, also ends the launch with a
    /// fault.
    LaunchResult launch(const LaunchRequest& request, Observer* observer = nullptr);

private:
    void run(const LaunchRequest& request, Observer* observer, LaunchResult& result);

    Device device_;
    DeviceMemory& memory_;
    MachineSettings settings_;
    L2 l2_;
    std::uint64_t executed_ =
        0; ///< instructions of all launches so far, with MachineSettings::instruction_limit
    std::uint64_t now_ = 1'700'000'000'000'000'000; ///< the GPU's time in nanoseconds
};

/// Returns whether `--trace` @p part selects the kernel with this mangled name.
bool is_traced(const std::string& kernel, const std::string& part);

/// Demangles a C++ name; returns @p mangled itself if it is not one.
std::string demangled(const std::string& mangled);

/// Returns the source location of instruction @p op of @p kernel, for messages. Names are demangled.
CodePlace place_of(const Kernel& kernel, std::uint32_t op);

} // namespace simulator
