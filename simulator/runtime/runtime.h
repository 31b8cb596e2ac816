#pragma once

/// @file
/// The simulated GPU of one program: the root object of all entry points.

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

/// Resources that a runtime gets from outside.
struct Environment {
    int shared_file = SharedRange::no_file; ///< backs the pages shared with the program, see SharedRange
    int common_file = -1;       ///< backs the memory shared by all devices, see IpcMemory; -1: none
    std::uint32_t number = 0;   ///< number of this device
    Program* program = nullptr; ///< service threads of the program; null: none
    /// Returns the number of the program's own threads.
    std::function<unsigned()> program_threads = [] { return 1U; };
};

/// The GPU of one program. Each part has its own header, which documents its locking: "guarded by
/// Calls::mutex" means that calls of the program use it; "the thread that owns the device" executes a task of
/// WorkQueue, one at a time; other parts have their own locks.
class Runtime {
public:
    /// Returns the runtime of this process.
    static Runtime& get();
    /// Creates it. It is never destroyed, because its internal threads may still use it when the process
    /// exits.
    static Runtime& start(const Settings& chosen, const Environment& environment);

    /// Throws std::invalid_argument if the device does not exist.
    explicit Runtime(Settings chosen, Environment environment = {});
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;
    ~Runtime();

    Calls& calls();               ///< calls.h: the lock of calls, and waiting without it
    WorkQueue& queue();           ///< work_queue.h: pending work
    Streams& streams();           ///< streams.h: streams, events, captures
    GraphTable& graphs();         ///< graph_table.h: graphs
    Memory& memory();             ///< memory.h: memory of the device, of the program, of several devices
    const Memory& memory() const; ///< memory.h
    Pools& pools();               ///< pools.h: memory pools
    Arrays& arrays();             ///< arrays.h: arrays and textures
    DeviceOptions& options();     ///< device_options.h: limits and flags
    Registry& registry(); ///< loading/registry.h: registered kernels and variables; guarded by Calls::mutex
    Launches& launches(); ///< launches.h: machine, times, checks
    /// checks/global_shadow.h: shadow memory of written bytes, kept up to date if reads of uninitialized
    /// memory are checked. Only for the thread that owns the device.
    GlobalShadow& shadow();
    OrderCheck& order_check();           ///< order_check.h: the check of the order of work
    ProgramReport& report();             ///< program_report.h: findings and launches
    const ProgramReport& report() const; ///< program_report.h
    PrintedText& printed_text();         ///< printed_text.h: output of kernels
    ErrorState& errors();                ///< protocol/errors.h: the fault of the GPU; has its own lock

    /// Implements cudaDeviceReset: destroys memory, streams, events and settings of the device. Under
    /// Calls::mutex.
    void reset(const void* caller);

    /// Returns the number of the program's own threads.
    [[nodiscard]] unsigned program_threads() const { return environment_.program_threads(); }
    /// Returns the service threads, for requests that no call waits for; null if there are none.
    [[nodiscard]] Program* service_program() const { return environment_.program; }

    const Settings settings;                   ///< settings of `simulate`
    const Device device;                       ///< the modelled GPU
    std::atomic<bool> program_is_gone = false; ///< true: no call waits for a reply any more

private:
    struct Parts;

    Environment environment_;
    std::unique_ptr<Parts> parts_;
};

} // namespace simulator::runtime
