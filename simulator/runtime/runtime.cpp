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
}

FreeResult Runtime::release(Address address, CallSite where) {
    const Allocation* const allocation = memory.find(address);
    if (allocation != nullptr && allocation->begin == address) {
        shadow.forget(allocation->id);
    }
    return memory.release(address, std::move(where));
}

std::unique_ptr<Checks> Runtime::take_checks() {
    const CheckSettings& check = settings.check;
    if (!check.memory && !check.race && !check.init) {
        return nullptr;
    }
    if (!free_checks_.empty()) {
        auto checks = std::move(free_checks_.back());
        free_checks_.pop_back();
        return checks;
    }
    return std::make_unique<Checks>(memory, shadow, findings,
                                    CheckOptions{.memory = check.memory,
                                                 .race = check.race,
                                                 .init = check.init},
                                    [](const void* caller) { return describe(host_place(caller)); });
}

void Runtime::give_back(std::unique_ptr<Checks> checks) {
    if (checks != nullptr) {
        free_checks_.push_back(std::move(checks));
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

namespace {

/// Does without the lock what may take long.
class Unlocked {
public:
    explicit Unlocked(std::timed_mutex& mutex) : mutex_(mutex) { mutex_.unlock(); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;
    ~Unlocked() { mutex_.lock(); }

private:
    std::timed_mutex& mutex_;
};

} // namespace

void Runtime::wait(const TaskPtr& task) {
    const Unlocked meanwhile(mutex);
    queue.wait(task);
}

void Runtime::wait_for_own(const TaskPtr& task) {
    const Unlocked meanwhile(mutex);
    queue.wait_for_own(task);
}

void Runtime::when_idle(Work work) {
    const Unlocked meanwhile(mutex);
    queue.wait_for_all();
    queue.wait_for_own(queue.add_awaited(std::move(work), {}));
}

void Runtime::wait_for_all() {
    const Unlocked meanwhile(mutex);
    queue.wait_for_all();
}

void Runtime::wait_for_room() {
    const Unlocked meanwhile(mutex);
    queue.wait_for_room();
}

cudaError_t Runtime::program_catches_up() {
    {
        const std::lock_guard lock(print_mutex_);
        std::fwrite(printed_.data(), 1, printed_.size(), stdout);
        printed_.clear();
    }
    return errors.hear();
}

void Runtime::print_later(const std::string& text) {
    const std::lock_guard lock(print_mutex_);
    printed_ += text;
}

bool Runtime::has_unprinted() const {
    const std::lock_guard lock(print_mutex_);
    return !printed_.empty();
}

void Runtime::reset(const void* caller) {
    when_idle([site = site_of("cudaDeviceReset", caller)](Runtime& idle) {
        for (const Allocation* allocation : idle.memory.live()) {
            idle.release(allocation->begin, site);
        }
        idle.heap.clear();
        idle.grid_workspace = nullptr;
    });
    program_catches_up();
    advice.clear();
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
