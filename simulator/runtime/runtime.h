#pragma once

/// @file
/// The simulated GPU as one process sees it: everything that the entry points work on.

#include <driver_types.h>

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "machine/launch.h"
#include "memory/device_memory.h"
#include "model/device.h"
#include "observe/checks/checks.h"
#include "observe/finding.h"
#include "observe/launch_log.h"
#include "runtime/advice.h"
#include "runtime/call_site.h"
#include "runtime/capture.h"
#include "runtime/errors.h"
#include "runtime/handles.h"
#include "runtime/registry.h"
#include "runtime/settings.h"

namespace simulator::runtime {

/// Sizes that cudaDeviceSetLimit sets.
using Limits = std::map<cudaLimit, std::size_t>;

/// The state of a process. Made when the program first comes near CUDA; never destroyed, since what a program
/// does while it ends may still need it.
class Runtime {
public:
    /// The one of this process.
    static Runtime& get();
    /// The same, or null when the program has not come near CUDA.
    static Runtime* if_started();

    /// Throws std::invalid_argument when there is no such device.
    explicit Runtime(Settings chosen);

    /// Where a call of @p function stands that allocates or frees, numbered among those of that function.
    CallSite site_of(const char* function, const void* caller) {
        return {chain_of(caller), ++calls_[function], function};
    }

    /// What device code printed waits until the program waits for the device, as with a GPU.
    void print_later(const std::string& text) { printed_ += text; }
    /// Prints what has been waiting.
    void print_now();
    /// Whether something would be lost if the program ended now.
    [[nodiscard]] bool has_unprinted() const { return !printed_.empty(); }

    /// Who listens to a launch; null when nothing is to be checked.
    Observer* observer() { return checks_ ? &*checks_ : nullptr; }

    /// cudaDeviceReset: memory, streams, events and settings of the device are gone.
    void reset(const void* caller);

    const Settings settings; ///< what was asked for when it began
    const Device device;     ///< the GPU that is modelled
    /// Held by every call; recursive, because a host function in a stream may call in, and timed, because the
    /// end of the program does not wait for ever.
    std::recursive_timed_mutex mutex;
    DeviceMemory memory;                            ///< of that GPU
    DeviceHeap heap{memory};                        ///< that kernels allocate from
    Machine machine;                                ///< runs the launches
    Registry registry{device, settings.check.init}; ///< what the program has registered
    ErrorState errors;                              ///< what has gone wrong on the GPU
    Findings findings;                              ///< to be told when the program ends
    LaunchLog launches;                             ///< for the report
    GlobalShadow shadow{memory}; ///< kept up to date where reads of unwritten memory are looked for
    AdviceBook advice;           ///< about managed memory
    HandleTable<Stream, cudaStream_t> streams;           ///< those that the program has made
    HandleTable<Event, cudaEvent_t> events;              ///< those that the program has made
    Captures captures;                                   ///< those under way
    HandleTable<Graph, cudaGraph_t> graphs;              ///< those that were captured
    HandleTable<GraphExec, cudaGraphExec_t> executables; ///< those that can be launched
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
    bool traced = false;                                      ///< whether `--trace` has met its kernel

private:
    void set_defaults();

    std::map<std::string_view, std::uint32_t> calls_; ///< of each function, so far
    std::string printed_;
    std::optional<Checks> checks_;
};

/// Whether @p stream is one that a program may use. Refuses any other.
void check_stream(Runtime& runtime, cudaStream_t stream);

} // namespace simulator::runtime
