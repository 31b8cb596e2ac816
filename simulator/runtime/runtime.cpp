#include "runtime/runtime.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "runtime/call_site.h"
#include "runtime/say.h"
#include "runtime/signals.h"

namespace simulator::runtime {

namespace {

std::atomic<Runtime*> started = nullptr;

constexpr int wrong_usage = 2;

Runtime* start() {
    try {
        // Allocated and never freed: see the class.
        auto* runtime = new Runtime(settings_from([](const char* name) { return std::getenv(name); }));
        started = runtime;
        watch_signals();
        return runtime;
    } catch (const SettingsError& error) {
        say(error.what());
    } catch (const std::invalid_argument& error) {
        say(error.what());
    }
    _exit(wrong_usage);
}

MachineSettings machine_settings(const Settings& settings) {
    MachineSettings machine;
    machine.cores = settings.cores;
    machine.count = settings.count;
    machine.budget = settings.budget.value_or(machine.budget);
    machine.trace = settings.trace;
    return machine;
}

} // namespace

Runtime& Runtime::get() {
    static Runtime* const runtime = start();
    return *runtime;
}

Runtime* Runtime::if_started() { return started; }

Runtime::Runtime(Settings chosen)
    : settings(std::move(chosen)), device(device_named(settings.device)), memory(device.memory_bytes),
      machine(device, memory, machine_settings(settings)) {
    set_defaults();
    const CheckSettings& check = settings.check;
    if (check.memory || check.race || check.init) {
        checks_.emplace(memory, shadow, findings,
                        CheckOptions{.memory = check.memory, .race = check.race, .init = check.init},
                        [](const void* caller) { return describe(host_place(caller)); });
    }
}

void Runtime::set_defaults() {
    // As an H200 answers.
    limits = {{cudaLimitStackSize, 1024},
              {cudaLimitPrintfFifoSize, 8650752},
              {cudaLimitMallocHeapSize, heap.limit()},
              {cudaLimitDevRuntimePendingLaunchCount, 2048},
              {cudaLimitMaxL2FetchGranularity, 64},
              {cudaLimitPersistingL2CacheSize, 0}};
    cache_preference = cudaFuncCachePreferNone;
    pools.clear();
    default_pool = pools.add({});
    current_pool = default_pool;
}

void Runtime::print_now() {
    std::fwrite(printed_.data(), 1, printed_.size(), stdout);
    printed_.clear();
}

void Runtime::reset(const void* caller) {
    print_now();
    const CallSite site = site_of("cudaDeviceReset", caller);
    for (const Allocation* allocation : memory.live()) {
        shadow.forget(allocation->id);
        advice.forget(allocation->id);
        memory.release(allocation->begin, site);
    }
    heap.clear();
    grid_workspace = nullptr;
    registry.unload();
    streams.clear();
    events.clear();
    captures.clear();
    graphs.clear();
    executables.clear();
    arrays.clear();
    textures.clear();
    set_defaults();
    errors.reset();
}

void check_stream(Runtime& runtime, cudaStream_t stream) {
    if (stream != nullptr && stream != cudaStreamLegacy && stream != cudaStreamPerThread) {
        runtime.streams.at(stream);
    }
}

} // namespace simulator::runtime
