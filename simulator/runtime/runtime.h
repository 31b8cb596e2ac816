#pragma once

/// @file
/// The simulated GPU as one program sees it: where the entry points find all that they work on.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "gpu/device.h"
#include "loading/settings.h"
#include "memory/shared_range.h"

namespace simulator {
class GlobalShadow;
}

namespace simulator::runtime {

class Calls;
class ErrorState;
class Launches;
class OrderCheck;
class PrintedText;
class Program;
class Registry;
class Streams;
class WorkQueue;
struct Arrays;
struct DeviceOptions;
struct GraphTable;
struct Memory;
struct Pools;
struct ProgramReport;

/// What there is outside of a runtime.
struct Environment {
    int shared_file = SharedRange::no_file; ///< of pages that the program has too, see SharedRange
    int common_file = -1;                   ///< of what devices have in common, see IpcMemory
    std::uint32_t number = 0;               ///< of this device among them
    Program* program = nullptr;             ///< a thread of it that always waits for the device; null: none
    std::function<unsigned()> program_threads = [] {
        return 1U;
    }; ///< how many threads the program has itself
};

/// The GPU of one program. Each part has a header of its own, which says who may use the part: "guarded by Calls::mutex"
/// is for calls of the program; "the thread that has the device" does a task of WorkQueue, one at a time; other parts
/// have locks of their own.
class Runtime {
public:
    /// The one of this process.
    static Runtime& get();
    /// Makes it. It is never destroyed, as threads of its own may still need it at the end.
    static Runtime& start(const Settings& chosen, const Environment& environment);

    /// Throws std::invalid_argument when there is no such device.
    explicit Runtime(Settings chosen, Environment environment = {});
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;
    ~Runtime();

    Calls& calls();               ///< calls.h: the lock of calls, and waiting without it
    WorkQueue& queue();           ///< work_queue.h: what there is to do
    Streams& streams();           ///< streams.h: streams, events, captures
    GraphTable& graphs();         ///< graph_table.h: graphs
    Memory& memory();             ///< memory.h: memory of the device, of the program, of several devices
    const Memory& memory() const; ///< memory.h
    Pools& pools();               ///< pools.h: memory pools
    Arrays& arrays();             ///< arrays.h: arrays and textures
    DeviceOptions& options();     ///< device_options.h: limits and flags
    Registry& registry(); ///< loading/registry.h: what the program has registered; guarded by Calls::mutex
    Launches& launches(); ///< launches.h: machine, times, checks
    /// checks/global_shadow.h: which bytes were written, kept up to date where reads of unwritten memory are looked for.
    /// Only for the thread that has the device.
    GlobalShadow& shadow();
    OrderCheck& order_check();           ///< order_check.h: the check of the order of work
    ProgramReport& report();             ///< program_report.h: findings and launches
    const ProgramReport& report() const; ///< program_report.h
    PrintedText& printed_text();         ///< printed_text.h: what kernels have printed
    ErrorState& errors(); ///< protocol/errors.h: what has gone wrong on the GPU; has a lock of its own

    /// cudaDeviceReset: memory, streams, events and settings of the device are gone. Under Calls::mutex.
    void reset(const void* caller);

    /// How many threads the program has itself.
    [[nodiscard]] unsigned program_threads() const { return environment_.program_threads(); }
    /// A thread of the program that always waits, for what nobody waits for; null: there is none.
    [[nodiscard]] Program* service_program() const { return environment_.program; }

    const Settings settings;                   ///< what was asked for when it began
    const Device device;                       ///< the GPU that is modelled
    std::atomic<bool> program_is_gone = false; ///< no call waits for an answer

private:
    struct Parts;

    Environment environment_;
    std::unique_ptr<Parts> parts_;
};

} // namespace simulator::runtime
