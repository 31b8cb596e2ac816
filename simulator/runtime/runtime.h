#pragma once

/// @file
/// The simulated GPU as one program sees it: everything that the entry points work on.

#include <driver_types.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "checks/checks.h"
#include "findings/finding.h"
#include "gpu/device.h"
#include "loading/registry.h"
#include "loading/settings.h"
#include "machine/launch.h"
#include "memory/common_memory.h"
#include "memory/device_memory.h"
#include "memory/registered_pages.h"
#include "order/work_order.h"
#include "program/call.h"
#include "program/call_site.h"
#include "protocol/errors.h"
#include "report/launch_log.h"
#include "runtime/advice.h"
#include "runtime/capture.h"
#include "runtime/graph_memory.h"
#include "runtime/handles.h"
#include "runtime/stream_order.h"
#include "runtime/work_queue.h"
#include "timing/timekeeper.h"

namespace simulator::runtime {

/// Sizes that cudaDeviceSetLimit sets.
using Limits = std::map<cudaLimit, std::size_t>;

/// What there is outside of it.
struct Surroundings {
    int shared_file = SharedRange::no_file; ///< of pages that the program has too, see SharedRange
    int common_file = -1;                   ///< of what devices have in common, see CommonMemory
    std::uint32_t number = 0;               ///< of this device among them
    Program* program = nullptr;             ///< a thread of it that always waits for the device; null: none
    std::function<unsigned()> program_threads = [] {
        return 1U;
    }; ///< how many threads the program has itself
};

/// The GPU of one program.
class Runtime {
public:
    /// The one of this process.
    static Runtime& get();
    /// Makes it. It is never destroyed, as threads of its own may still need it at the end.
    static Runtime& start(const Settings& chosen, const Surroundings& around);

    /// Throws std::invalid_argument when there is no such device.
    explicit Runtime(Settings chosen, Surroundings around = {});

    /// Where a call of @p function stands that allocates or frees, numbered among those of that function.
    CallSite site_of(const char* function, const void* caller) {
        return {caller, ++calls_[function], function};
    }

    /// Waits for a task, without the lock.
    void wait(const TaskPtr& task);
    /// The same, for who has added it: throws what its work has thrown.
    void wait_for_own(const TaskPtr& task);
    /// Has @p work done behind everything that there is to do, and waits for it without the lock.
    void when_idle(Work work);
    /// Waits for everything that there is to do, without the lock.
    void wait_for_all();
    /// Lets the program go on behind what it has asked for: not while too much is left to do. Without the lock.
    void let_program_go_on();
    /// Waits until so many records of an event are done that other processes use, too; without the lock.
    void wait_for_common(const CommonEvent& event, std::uint64_t records);
    /// The same, for who does not hold the lock.
    void await_common(const CommonEvent& event, std::uint64_t records) const;
    /// The program has waited for the device: it gets what kernels have printed, and hears of what went wrong.
    cudaError_t program_catches_up();

    /// What device code printed waits until the program waits for the device, as with a GPU.
    void print_later(const std::string& text);
    /// Whether something would be lost if the program ended now.
    [[nodiscard]] bool has_unprinted() const;

    /// Frees device memory. For the thread that has the device.
    FreeResult release(Address address, CallSite where);

    /// Somebody to listen to a launch of the task that this thread does; null when nothing is to be checked. For the
    /// thread that has the device.
    std::unique_ptr<Checks> take_checks();
    /// The launch is over.
    void give_back(std::unique_ptr<Checks> checks);

    /// cudaDeviceReset: memory, streams, events and settings of the device are gone.
    void reset(const void* caller);

    /// How many threads the program has itself.
    [[nodiscard]] unsigned program_threads() const { return around_.program_threads(); }
    /// A thread of the program that always waits, for what nobody waits for; null: there is none.
    [[nodiscard]] Program* standing_program() const { return around_.program; }
    /// What the host may touch, or no longer, is told to it; null: nobody is there to hear it.
    void tell_host_changes(Program* program);

    /// What a piece of work is a part of.
    enum class Part : std::uint8_t { of_stream, of_graph };
    /// A piece of work in a stream, behind others; null where nobody asks for the order of work.
    order::PiecePtr piece_of_work(cudaStream_t stream, const std::vector<TaskPtr>& after, Part part);
    /// The device does a piece of work, and has done it. Null: nobody asks.
    void work_begins(const order::PiecePtr& piece);
    /// See work_begins().
    void work_ends(const order::PiecePtr& piece);
    /// The same of a function of the program's.
    void function_begins(const order::PiecePtr& piece);
    /// See function_begins().
    void function_ends(const order::PiecePtr& piece);
    /// The program has found a task done.
    void program_has_seen(const TaskPtr& task);

    const Settings settings; ///< what was asked for when it began
    const Device device;     ///< the GPU that is modelled
    /// Held by every call while it does not wait for the device, and by nothing that the device does. Timed,
    /// because the end of the program does not wait for ever.
    std::timed_mutex mutex;
    WorkQueue queue{*this};                         ///< what there is to do
    StreamOrder order;                              ///< of it
    DeviceMemory memory;                            ///< of that GPU
    RegisteredPages registered;                     ///< of the program's memory
    CommonMemory common;                            ///< of several devices
    std::map<std::uint32_t, CommonPiece> shown;     ///< to others, by id; for who has the device
    std::atomic<bool> program_is_gone = false;      ///< nobody waits for an answer
    DeviceHeap heap{memory};                        ///< that kernels allocate from
    Machine machine;                                ///< runs the launches
    std::optional<timing::Timekeeper> timekeeper;   ///< none: nobody asks for times, or the device has none
    Registry registry{device, settings.check.init}; ///< what the program has registered
    ErrorState errors;                              ///< what has gone wrong on the GPU
    Findings findings;                              ///< to be told when the program ends
    LaunchLog launches;                             ///< for the report
    std::unique_ptr<order::WorkOrder> work_order;   ///< null: nobody asks for it
    GlobalShadow shadow{memory}; ///< kept up to date where reads of unwritten memory are looked for
    AdviceBook advice;           ///< about managed memory
    HandleTable<Stream, cudaStream_t> streams;           ///< those that the program has made
    HandleTable<Event, cudaEvent_t> events;              ///< those that the program has made
    Captures captures;                                   ///< those under way
    HandleTable<Graph, cudaGraph_t> graphs;              ///< those that were captured
    HandleTable<GraphExec, cudaGraphExec_t> executables; ///< those that can be launched
    GraphMemory graph_memory;                            ///< that nodes of graphs allocate
    HandleTable<Pool, cudaMemPool_t> pools;              ///< with the default one
    HandleTable<Array, cudaArray_t> arrays;              ///< those that the program has made
    Textures textures;                                   ///< those that kernels can read
    cudaMemPool_t default_pool = nullptr;                ///< cannot be destroyed
    cudaMemPool_t current_pool = nullptr;                ///< the one that was chosen; only kept
    const Allocation* grid_workspace = nullptr;          ///< of cooperative launches; null before the first
    Limits limits;                                       ///< those that this GPU has
    cudaFuncCache cache_preference = cudaFuncCachePreferNone; ///< only kept
    unsigned device_flags = 0;                                ///< as cudaSetDeviceFlags was told; only kept
    unsigned long long last_stream_id = 0;                    ///< ids are not used again
    std::set<std::string> recorded;       ///< kernels of which a launch has its accesses told
    std::atomic<bool> traced = false;     ///< whether `--trace` has met its kernel
    std::atomic<bool> over_limit = false; ///< whether a launch has exceeded Settings::instruction_limit

private:
    void set_defaults();

    Surroundings around_;
    std::map<std::string_view, std::uint32_t> calls_; ///< of each function, so far
    std::mutex host_changes_mutex_;                   ///< they are told in their order
    mutable std::mutex print_mutex_;
    std::string printed_;
    std::vector<std::unique_ptr<Checks>> free_checks_;
};

/// Whether @p stream is one that a program may use. Refuses any other.
void check_stream(Runtime& runtime, cudaStream_t stream);

} // namespace simulator::runtime
