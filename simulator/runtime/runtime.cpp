#include "runtime/runtime.h"

#include <chrono>
#include <utility>

#include "finding_messages/order_messages.h"
#include "gpu/device_time.h"
#include "program/call_site.h"
#include "program/say.h"
#include "protocol/futex.h"
#include "runtime/explain_address.h"

namespace simulator::runtime {

namespace order_messages = kernelsmith::order_messages;

namespace {

Runtime* the_one = nullptr;

MachineSettings machine_settings(const Settings& settings) {
    MachineSettings machine;
    machine.cores = settings.cores;
    machine.count = settings.count;
    machine.cold = settings.cold;
    machine.budget = settings.budget.value_or(machine.budget);
    machine.instruction_limit = settings.instruction_limit;
    machine.trace = settings.trace;
    return machine;
}

/// What findings call it.
Message name_of(Runtime& runtime, cudaStream_t stream) {
    if (stream == cudaStreamPerThread) {
        return order_messages::default_stream_of_thread;
    }
    const Stream* const made = runtime.streams.find(stream);
    return made == nullptr ? Message(order_messages::default_stream)
                           : Message(order_messages::numbered_stream, {{"id", made->id}});
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
    : settings(std::move(chosen)), device(device_of(settings)),
      memory(device.memory_bytes, around.shared_file), registered(around.shared_file),
      common(around.common_file, around.number), machine(device, memory, machine_settings(settings)),
      around_(std::move(around)) {
    if (settings.time && settings.count) {
        if (const std::optional<DeviceTime> time = device_time_named(settings.device)) {
            timekeeper.emplace(device, *time, settings.seed, settings.remedies);
        }
    }
    if (settings.check.order) {
        work_order = std::make_unique<order::WorkOrder>(memory, findings, [this](Address address) {
            return explain_address(memory, address);
        });
    }
    set_defaults();
}

FreeResult Runtime::release(Address address, CallSite where) {
    const Allocation* const allocation = memory.find(address);
    if (allocation != nullptr && allocation->begin == address) {
        shadow.forget(allocation->id);
        if (work_order) {
            work_order->forget(allocation->begin, allocation->bytes);
        }
        if (const auto piece = shown.find(allocation->id); piece != shown.end()) {
            common.withdraw(piece->second);
            shown.erase(piece);
        }
    }
    return memory.release(address, std::move(where));
}

std::unique_ptr<Checks> Runtime::take_checks() {
    const CheckSettings& check = settings.check;
    if (!check.memory && !check.race && !check.init && !check.order) {
        return nullptr;
    }
    std::unique_ptr<Checks> checks;
    if (!free_checks_.empty()) {
        checks = std::move(free_checks_.back());
        free_checks_.pop_back();
    } else {
        checks = std::make_unique<Checks>(memory, shadow, findings,
                                          CheckOptions{.memory = check.memory,
                                                       .race = check.race,
                                                       .init = check.init,
                                                       .order = check.order},
                                          [](const void* caller) { return describe(host_place(caller)); });
    }
    checks->follow(work_order.get(), Task::current_piece());
    return checks;
}

void Runtime::give_back(std::unique_ptr<Checks> checks) {
    if (checks != nullptr) {
        checks->follow(nullptr, nullptr);
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
    program_has_seen(task);
}

void Runtime::wait_for_own(const TaskPtr& task) {
    const Unlocked meanwhile(mutex);
    queue.wait_for_own(task);
}

void Runtime::when_idle(Work work) {
    const Unlocked meanwhile(mutex);
    queue.wait_for_all();
    if (work_order) {
        work_order->host_waited_for_all();
    }
    queue.wait_for_own(queue.add_awaited(std::move(work), {}));
}

void Runtime::wait_for_all() {
    const Unlocked meanwhile(mutex);
    queue.wait_for_all();
    if (work_order) {
        work_order->host_waited_for_all();
    }
}

void Runtime::let_program_go_on() {
    const Unlocked meanwhile(mutex);
    queue.wait_for_room();
    if (work_order) {
        // What it must not touch yet, it is told before it goes on.
        queue.wait_until_stuck();
    }
}

void Runtime::wait_for_common(const CommonEvent& event, std::uint64_t records) {
    const Unlocked meanwhile(mutex);
    await_common(event, records);
    if (work_order) {
        work_order->host_waited_for_all(); // other processes may have
    }
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

void Runtime::tell_host_changes(Program* program) {
    if (program == nullptr) {
        return;
    }
    const std::lock_guard lock(host_changes_mutex_);
    const auto tell = [&](const std::vector<HostChange>& changes) {
        for (const HostChange& change : changes) {
            program->allow(change.begin, change.bytes, change.access);
        }
    };
    // What is freed is closed in the end.
    if (work_order) {
        tell(work_order->take_host_changes());
    }
    tell(memory.take_host_changes());
}

order::PiecePtr Runtime::piece_of_work(cudaStream_t stream, const std::vector<TaskPtr>& after, Part part) {
    if (!work_order) {
        return nullptr;
    }
    std::vector<order::PiecePtr> before;
    for (const TaskPtr& task : after) {
        if (task->piece() != nullptr) {
            before.push_back(task->piece());
        }
    }
    Message name = name_of(*this, stream);
    if (part == Part::of_graph) {
        name = {order_messages::graph_in_stream, {{"stream", name}}};
    }
    return work_order->add(before, std::move(name));
}

void Runtime::work_begins(const order::PiecePtr& piece) {
    if (piece != nullptr) {
        work_order->begin(piece);
    }
}

void Runtime::work_ends(const order::PiecePtr& piece) {
    if (piece != nullptr) {
        work_order->end(piece);
    }
}

void Runtime::function_begins(const order::PiecePtr& piece) {
    if (piece != nullptr) {
        work_order->begin(piece);
        work_order->host_waited_for_turn_of(*piece);
        tell_host_changes(standing_program());
    }
}

void Runtime::function_ends(const order::PiecePtr& piece) {
    if (piece != nullptr) {
        work_order->end(piece);
        work_order->host_waited_for(*piece);
    }
}

void Runtime::program_has_seen(const TaskPtr& task) {
    if (task->piece() != nullptr) {
        work_order->host_waited_for(*task->piece());
    }
}

void check_stream(Runtime& runtime, cudaStream_t stream) {
    if (stream != nullptr && stream != cudaStreamLegacy && stream != cudaStreamPerThread) {
        runtime.streams.at(stream);
    }
}

} // namespace simulator::runtime
