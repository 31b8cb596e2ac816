#include "runtime/runtime.h"

#include <chrono>
#include <utility>

#include "protocol/futex.h"
#include "runtime/call_site.h"
#include "runtime/say.h"

namespace simulator::runtime {

namespace {

Runtime* the_one = nullptr;

MachineSettings machine_settings(const Settings& settings) {
    MachineSettings machine;
    machine.cores = settings.cores;
    machine.count = settings.count;
    machine.budget = settings.budget.value_or(machine.budget);
    machine.trace = settings.trace;
    return machine;
}

} // namespace

Call& current_call() {
    thread_local Call call;
    return call;
}

Runtime& Runtime::get() { return *the_one; }

Runtime& Runtime::start(const Settings& chosen, const Surroundings& around) {
    the_one = new Runtime(chosen, around);
    return *the_one;
}

Runtime::Runtime(Settings chosen, Surroundings around)
    : settings(std::move(chosen)), device(device_named(settings.device)),
      memory(device.memory_bytes, around.shared_file), registered(around.shared_file),
      common(around.common_file, around.number), machine(device, memory, machine_settings(settings)),
      around_(std::move(around)) {
    set_defaults();
}

FreeResult Runtime::release(Address address, CallSite where) {
    const Allocation* const allocation = memory.find(address);
    if (allocation != nullptr && allocation->begin == address) {
        shadow.forget(allocation->id);
        if (const auto piece = shown.find(allocation->id); piece != shown.end()) {
            common.withdraw(piece->second);
            shown.erase(piece);
        }
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

void Runtime::wait_for_common(const CommonEvent& event, std::uint64_t records) {
    const Unlocked meanwhile(mutex);
    await_common(event, records);
}

void Runtime::await_common(const CommonEvent& event, std::uint64_t records) const {
    constexpr std::chrono::milliseconds interval{20};
    while (event.done < records && !program_is_gone) {
        const std::uint32_t rung = event.bell;
        if (event.done < records) {
            protocol::sleep_while(event.bell, rung, interval);
        }
    }
}

cudaError_t Runtime::program_catches_up() {
    {
        const std::lock_guard lock(print_mutex_);
        if (current_call().program != nullptr && !printed_.empty()) {
            current_call().program->print(printed_);
            printed_.clear();
        }
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
    graph_memory.clear();
    arrays.clear();
    textures.clear();
    set_defaults();
    errors.reset();
}

void Runtime::tell_host_changes() {
    if (current_call().program == nullptr) {
        return;
    }
    for (const HostChange& change : memory.take_host_changes()) {
        if (change.open) {
            current_call().program->open(change.begin, change.bytes);
        } else {
            current_call().program->close(change.begin, change.bytes);
        }
    }
}

void check_stream(Runtime& runtime, cudaStream_t stream) {
    if (stream != nullptr && stream != cudaStreamLegacy && stream != cudaStreamPerThread) {
        runtime.streams.at(stream);
    }
}

} // namespace simulator::runtime
