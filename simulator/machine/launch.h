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

/// Sizes of a grid or a block, or a place in one.
struct Dim3 {
    std::uint32_t x = 1, ///< counts fastest
        y = 1,           ///< counts when x is through
        z = 1;           ///< counts when y is through
    /// All of it.
    [[nodiscard]] std::uint64_t count() const { return std::uint64_t{x} * y * z; }
    /// The place with the linear number @p n.
    [[nodiscard]] Coordinates at(std::uint64_t n) const {
        return {static_cast<std::uint32_t>(n % x), static_cast<std::uint32_t>(n / x % y),
                static_cast<std::uint32_t>(n / x / y)};
    }
};

/// Makes function @p function of a module ready to run. @p variables holds the addresses of the module's
/// global and constant variables, in the order of Module::variables; what it holds for others does not
/// matter. With @p track_definedness the code tells an observer when it uses a register that nothing has set, see
/// analysis/definedness.h. Throws ptx::PtxError for what parsing could not see, such as a call of a function that
/// nobody has.
std::shared_ptr<const Kernel> decode(std::shared_ptr<const ptx::Module> module, std::uint32_t function,
                                     const std::vector<Address>& variables, bool track_definedness = false);

/// What stopped a kernel; each is an error of CUDA's.
enum class FaultKind : std::uint8_t {
    none,
    illegal_address,
    misaligned_address,
    timeout, ///< the instruction budget, or threads that wait for each other
    assertion,
    trap,
    stack_overflow,
    invalid_call, ///< through a pointer that is no function's
    host,         ///< the host cannot go on, for want of memory as a rule; block, thread and op mean nothing
};

/// A stopped kernel.
struct Fault {
    FaultKind kind = FaultKind::none;        ///< which error it becomes
    FindingKind finding = FindingKind::trap; ///< what it is told as
    bool reported = false;                   ///< an observer has told it
    std::uint64_t block = 0;                 ///< linear
    std::uint32_t thread = 0;                ///< linear, in the block
    std::uint32_t op = 0;                    ///< index in Kernel::code
    std::optional<Address> address = {};     ///< where an access went, if it was one
    Message what = {};                       ///< of finding_messages/machine_messages.h
    Message advice = {};                     ///< what to look for; may be empty
    bool over_limit = false;                 ///< the launch exceeded MachineSettings::instruction_limit
};

/// How the machine is set up.
struct MachineSettings {
    std::uint32_t cores = 0;                       ///< of the host; 0: all
    bool count = true;                             ///< makes LaunchResult::counters; slower
    bool cold = false;                             ///< L2 is empty where a launch begins
    std::uint64_t budget = std::uint64_t{1} << 28; ///< instructions a warp may execute in one launch
    /// Instructions that the warps of all launches together may execute, where they are counted; 0: unlimited.
    std::uint64_t instruction_limit = 0;
    /// Print what block 0, warp 0 executes of kernels whose mangled name has this in it; empty: of none.
    std::string trace = {};
};

/// What the blocks of a cooperative launch share for their barrier, as the code that nvcc makes of
/// grid.sync() expects it.
struct GridWorkspace {
    std::uint32_t bytes = sizeof(GridWorkspace); ///< of it
    std::uint32_t barrier = 0;                   ///< who has come; the top bit flips when all have
};

/// A kernel and its grid. The runtime has checked that a GPU would accept it.
struct LaunchRequest {
    std::shared_ptr<const Kernel> kernel = {}; ///< never null
    Dim3 grid = {};                            ///< in blocks
    Dim3 block = {};                           ///< in threads
    std::uint32_t dynamic_shared = 0;          ///< bytes a block, beside the kernel's own
    std::vector<std::byte> parameters = {};    ///< laid out as Kernel::parameters says
    std::uint32_t stack_bytes = 1024;          ///< a thread, for calls: cudaLimitStackSize
    std::uint64_t print_bytes = 1 << 20;       ///< cudaLimitPrintfFifoSize
    std::uint32_t resident_blocks = 1;         ///< on an SM, see Occupancy::blocks_per_sm
    std::uint32_t l1_bytes = 0;                ///< of that SM, see Occupancy::l1_bytes
    DeviceHeap* heap = nullptr;                ///< where it may allocate; null: nowhere
    const Textures* textures = nullptr;        ///< those that the kernel may read; null: none
    /// Called when all blocks that there are poll, to let others have their turn; @p livelocked: and have come back
    /// to where they were. Empty: there are no others.
    std::function<YieldResult(bool livelocked)> yield_to_other_work = {};
    /// The blocks whose accesses are remembered where they are counted; linear, max_recorded_blocks at most.
    std::vector<std::uint64_t> recorded_blocks = {};
    /// The blocks whose steps are remembered where they are counted; linear, in order.
    std::vector<std::uint64_t> traced_blocks = {};
    std::uint32_t max_steps = 0; ///< of each of their warps
    /// Blocks that run in order and take from a counter more than once do so by turns, as on a GPU. Otherwise the first one
    /// that asks again and again gets all there is.
    bool round_robin_blocks = false;
    Address grid_workspace = 0; ///< a GridWorkspace in device memory; 0: not a cooperative launch
};

/// What became of a launch.
struct LaunchResult {
    std::optional<Fault> fault = {}; ///< none: nothing went wrong
    /// Where MachineSettings::count, and no fault stopped blocks that run beside each other.
    std::optional<Counters> counters = {};
    /// Of LaunchRequest::recorded_blocks, where there are counters; by block, warp and order.
    std::vector<RecordedAccess> accesses = {};
    /// Of LaunchRequest::traced_blocks, where there are counters; by block.
    std::vector<BlockTrace> steps = {};
    /// How much each block had to do, where there are counters and LaunchRequest::round_robin_blocks.
    std::vector<BlockWork> work = {};
    BlockWaits waits = {};              ///< where LaunchRequest::round_robin_blocks
    L2::Traffic dram = {};              ///< bytes that L2 read and wrote back
    bool waited_for_other_work = false; ///< for the program or for other work; then there are no counters
    bool in_order = false;              ///< blocks began one after the other, on one core
    std::string in_order_reason = {};   ///< empty where they ran beside each other
    std::string printed = {};           ///< what the kernel printed, block after block
};

/// The GPU: runs one launch at a time on all cores of the host.
class Machine {
public:
    /// @p memory has to outlive it. L2 is empty, and keeps what a launch leaves in it for the next one.
    Machine(Device device, DeviceMemory& memory, MachineSettings settings);
    ~Machine();

    /// Runs a launch to its end. With an observer, wrong accesses do not stop the kernel but make the launch
    /// end with a fault; with one that hears everything, blocks run in order on one core. What an observer
    /// throws, or the machine itself for want of memory, ends the launch with a fault too.
    LaunchResult launch(const LaunchRequest& request, Observer* observer = nullptr);

private:
    void run(const LaunchRequest& request, Observer* observer, LaunchResult& result);

    Device device_;
    DeviceMemory& memory_;
    MachineSettings settings_;
    L2 l2_;
    std::uint64_t executed_ =
        0; ///< instructions by all launches so far, where MachineSettings::instruction_limit
    std::uint64_t now_ = 1'700'000'000'000'000'000; ///< the GPU's time in nanoseconds
};

/// Whether `--trace` @p part asks for the kernel of this mangled name.
bool is_traced(const std::string& kernel, const std::string& part);

/// The C++ name that @p mangled stands for, or itself.
std::string demangled(const std::string& mangled);

/// Where instruction @p op of @p kernel stands, for a message. Names are demangled.
CodePlace place_of(const Kernel& kernel, std::uint32_t op);

} // namespace simulator
