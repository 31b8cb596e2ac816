#include "machine/launch.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>
#include <system_error>
#include <thread>

#include "finding_messages/machine_messages.h"
#include "machine/core.h"

namespace simulator {

namespace machine_messages = kernelsmith::machine_messages;

namespace {

// A GPU has 512 KiB of local memory per thread. Frames take more here: they hold call parameters as well.
constexpr std::uint64_t max_local_bytes = 4 << 20;

std::uint32_t local_bytes_for(const LaunchRequest& request) {
    const Kernel& kernel = *request.kernel;
    const std::uint32_t own = kernel.functions.front().local_bytes;
    std::uint64_t calls = kernel.call_bytes;
    // The stack limit bounds the depth: assume the function with the most local memory relative to its stack.
    if (kernel.recursive) {
        for (const FunctionLayout& function : kernel.functions)
            calls = std::max<std::uint64_t>(calls, (request.stack_bytes / function.stack_bytes + 1ULL) *
                                                       std::max(function.local_bytes, 16U));
    }
    const std::uint64_t bytes = (own + calls + 15) / 16 * 16;
    if (bytes > max_local_bytes) throw std::bad_alloc();
    return static_cast<std::uint32_t>(bytes);
}

// Time between the end of a kernel and the start of the next one, in nanoseconds.
constexpr std::uint64_t launch_gap_ns = 1000;

std::uint32_t shared_bytes_for(const LaunchRequest& request) {
    const Kernel& kernel = *request.kernel;
    if (request.dynamic_shared == 0) return kernel.reserved_shared + kernel.static_shared;
    return kernel.dynamic_shared_begin + request.dynamic_shared;
}

std::uint32_t cores_for(const LaunchRequest& request, const MachineSettings& settings) {
    const std::uint32_t available = std::max(1U, std::thread::hardware_concurrency());
    const std::uint32_t wanted = settings.cores != 0 ? settings.cores : available;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, request.grid.count()));
}

std::optional<AddressBounds> bounds_of(const LaunchState& launch, std::uint32_t op) {
    const AddressOrigin origin = launch.kernel.origins[op];
    switch (origin.kind) {
        case AddressOrigin::Kind::unknown: break;
        case AddressOrigin::Kind::shared_variable: {
            const SharedVariable& variable = launch.kernel.shared_variables[origin.number];
            return AddressBounds{MemorySpace::shared, variable.offset, variable.bytes};
        }
        case AddressOrigin::Kind::argument: {
            Address pointer = 0;
            const std::vector<std::byte>& arguments = launch.request.parameters;
            if (origin.number + sizeof pointer > arguments.size()) break;
            std::memcpy(&pointer, arguments.data() + origin.number, sizeof pointer);
            return AddressBounds{MemorySpace::global, pointer, 0};
        }
    }
    return std::nullopt;
}

bool is_read_only(const Kernel& kernel, std::uint32_t op) {
    const ptx::Instruction* const instruction = kernel.instruction_at(op);
    return instruction != nullptr && (instruction->has(ptx::Word::nc) ||
                                      ptx::meaning_of(instruction->form).space == ptx::AddressSpace::texture);
}

bool has_read_only(const Kernel& kernel) {
    for (std::uint32_t op = 0; op < kernel.code.size(); ++op)
        if (is_read_only(kernel, op)) return true;
    return false;
}

LaunchStart start_of(const LaunchState& launch) {
    const LaunchRequest& request = launch.request;
    const Kernel& kernel = launch.kernel;
    LaunchStart start;
    start.grid = {request.grid.x, request.grid.y, request.grid.z};
    start.block = {request.block.x, request.block.y, request.block.z};
    start.shared_bytes = launch.shared_bytes;
    start.reserved_shared = kernel.reserved_shared;
    start.local_bytes = launch.local_bytes;
    start.ops = static_cast<std::uint32_t>(kernel.code.size());
    start.fences = kernel.fences;
    start.partial_barriers = kernel.partial_barriers;
    start.place = [&kernel](std::uint32_t op) { return place_of(kernel, op); };
    if (has_read_only(kernel))
        start.read_only = [&kernel](std::uint32_t op) { return is_read_only(kernel, op); };
    start.loop_separates = [&kernel](std::uint32_t op, std::uint32_t other) {
        return kernel.loop_separates(op, other);
    };
    start.shared_name = [&kernel](std::uint64_t offset) { return kernel.shared_name(offset); };
    start.bounds = [&launch](std::uint32_t op) { return bounds_of(launch, op); };
    return start;
}

// An exception would end the process if the core runs on its own thread. On the caller's thread, it would
// leave the other cores waiting for its block.
void run_core(LaunchState& launch, Core& core, bool in_order) noexcept {
    try {
        if (in_order)
            core.run_in_order();
        else
            core.run();
    } catch (...) {
        launch.give_up(std::current_exception());
    }
}

} // namespace

bool is_traced(const std::string& kernel, const std::string& part) {
    return !part.empty() && kernel.find(part) != std::string::npos;
}

LaunchState::LaunchState(const LaunchRequest& asked, const Device& on, DeviceMemory& with, L2& l2,
                         const MachineSettings& how, Observer* observer_to_notify, std::uint64_t now,
                         std::uint64_t executed)
    : request(asked), kernel(*asked.kernel), device(on), memory(with), settings(how),
      observer(observer_to_notify),
      event_observer(observer_to_notify != nullptr && observer_to_notify->needs_every_event()
                         ? observer_to_notify
                         : nullptr),
      threads(asked.block), local_bytes(local_bytes_for(asked)), shared_bytes(shared_bytes_for(asked)),
      tracing(is_traced(kernel.name, how.trace)), begins_at(now),
      limited(how.count && how.instruction_limit != 0), l2_(l2), executed_(executed),
      l2_tallies_(kernel.code.size() * counted_spaces) {}

std::optional<std::uint64_t> LaunchState::take_block() {
    const std::uint64_t block = next_block_.fetch_add(1, std::memory_order_relaxed);
    if (block >= request.grid.count() || is_past_fault(block)) return std::nullopt;
    return block;
}

void LaunchState::finish(std::uint64_t block, BlockEffects effects) {
    // A core that is far ahead waits, which bounds the pending effects. The block for which all wait is
    // running.
    constexpr std::uint64_t max_blocks_ahead = 256;
    std::unique_lock lock(mutex_);
    caught_up_.wait(lock, [&] {
        return is_single_core || block < next_block_to_apply_ + max_blocks_ahead || is_past_fault(block);
    });
    if (is_past_fault(block)) return;
    pending_effects_.emplace(block, std::move(effects));
    while (!pending_effects_.empty() && pending_effects_.begin()->first == next_block_to_apply_ &&
           !is_past_fault(next_block_to_apply_)) {
        apply_effects(next_block_to_apply_, pending_effects_.begin()->second);
        pending_effects_.erase(pending_effects_.begin());
        ++next_block_to_apply_;
    }
    caught_up_.notify_all();
}

void LaunchState::report_in_block_order(std::uint64_t block, Incidents& incidents) {
    // The lowest unfinished block never waits here, so others wait only for blocks that make progress.
    std::unique_lock lock(mutex_);
    caught_up_.wait(lock,
                    [&] { return is_single_core || block == next_block_to_apply_ || is_past_fault(block); });
    if (!is_past_fault(block)) report(block, incidents);
    incidents.clear();
}

void LaunchState::apply_effects(std::uint64_t block, const BlockEffects& effects) {
    l2_.serve(effects.l2, l2_tallies_);
    cycles_ = std::max(cycles_, effects.cycles);
    work_.push_back({effects.executed, effects.cycles});
    report(block, effects.incidents);
    print(effects.printed);
    executed_.store(executed_before() + effects.instructions, std::memory_order_relaxed);
    if (is_over_limit(0)) keep_lowest_fault(over_limit(block));
}

Fault LaunchState::over_limit(std::uint64_t block) const {
    Fault fault;
    fault.kind = FaultKind::timeout;
    fault.finding = FindingKind::instruction_limit;
    fault.over_limit = true;
    fault.block = block;
    fault.what = {machine_messages::over_instruction_limit, {{"limit", settings.instruction_limit}}};
    fault.advice = machine_messages::raise_instruction_limit;
    return fault;
}

void LaunchState::report(std::uint64_t block, const Incidents& incidents) {
    if (incidents.empty()) return;
    incidents.report(block, *observer);
    if (!noted_) noted_ = incidents.fault();
}

void LaunchState::print(const std::string& text) {
    if (print_full_ || text.empty()) return;
    if (printed_.size() + text.size() <= request.print_bytes) {
        printed_ += text;
        return;
    }
    print_full_ = true;
    printed_.append(text, 0, request.print_bytes - printed_.size());
    printed_ += "\n[printf buffer full: the rest of this launch's output is lost; "
                "cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes) enlarges it]\n";
}

void LaunchState::stop(Fault fault) {
    {
        const std::lock_guard lock(mutex_);
        keep_lowest_fault(std::move(fault));
    }
    caught_up_.notify_all();
}

void LaunchState::keep_lowest_fault(Fault fault) {
    if (is_past_fault(fault.block)) return;
    fault_block_.store(fault.block, std::memory_order_relaxed);
    fault_ = std::move(fault);
}

void LaunchState::note_fault(Fault fault) {
    const std::lock_guard lock(mutex_);
    if (!noted_) noted_ = std::move(fault);
}

void LaunchState::give_up(std::exception_ptr because) noexcept {
    {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::move(because);
        fault_block_.store(0, std::memory_order_relaxed);
    }
    caught_up_.notify_all();
}

void LaunchState::rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
}

Machine::Machine(Device device, DeviceMemory& memory, MachineSettings settings)
    : device_(std::move(device)), memory_(memory), settings_(std::move(settings)), l2_(device_) {}

Machine::~Machine() = default;

LaunchResult Machine::launch(const LaunchRequest& request, Observer* observer) {
    LaunchResult result;
    const auto fail = [&result](Message what) {
        result.fault = Fault{.kind = FaultKind::host, .what = std::move(what)};
    };
    try {
        run(request, observer, result);
    } catch (const std::bad_alloc&) {
        fail(machine_messages::simulator_out_of_memory);
    } catch (const std::exception& error) {
        fail({machine_messages::simulator_error, {{"text", error.what()}}});
    }
    if (observer != nullptr) observer->launch_finished();
    return result;
}

void Machine::run(const LaunchRequest& request, Observer* observer, LaunchResult& result) {
    if (settings_.cold) l2_.clear();
    LaunchState launch(request, device_, memory_, l2_, settings_, observer, now_, executed_);
    result.in_order_reason = !request.kernel->in_order_reason.empty() ? request.kernel->in_order_reason
                             : launch.event_observer != nullptr       ? "checks look at one block at a time"
                                                                      : "";
    result.in_order = !result.in_order_reason.empty();

    std::vector<std::unique_ptr<Core>> cores;
    const std::uint32_t count = result.in_order || launch.tracing ? 1 : cores_for(request, settings_);
    for (std::uint32_t n = 0; n < count; ++n) cores.push_back(std::make_unique<Core>(launch));
    launch.is_single_core = count == 1;
    launch.in_order = result.in_order;
    if (observer != nullptr) observer->launch_started(start_of(launch));
    {
        std::vector<std::jthread> others;
        try {
            for (std::uint32_t n = 1; n < count; ++n)
                others.emplace_back([&, n] { run_core(launch, *cores[n], false); });
        } catch (const std::system_error&) {
            // The system cannot start more threads: those that exist run all blocks.
        }
        run_core(launch, *cores.front(), result.in_order);
    }
    result.fault = launch.fault();
    result.printed = launch.take_printed();
    result.waited_for_other_work = launch.waited_for_other_work;
    result.dram = l2_.take_traffic();
    executed_ = launch.executed_before();
    now_ += device_.nanoseconds(launch.cycles()) + launch_gap_ns;
    launch.rethrow();
    // If a fault stops blocks that run in parallel, the progress of the blocks above it is random.
    const bool exact = !launch.stopped() || result.in_order || request.grid.count() == 1;
    if (settings_.count && exact && !launch.waited_for_other_work) {
        result.counters = std::move(cores.front()->instrumentation().counters());
        for (std::uint32_t n = 1; n < count; ++n)
            result.counters->add(cores[n]->instrumentation().counters());
        for (std::size_t n = 0; n < launch.l2_tallies().size(); ++n) {
            result.counters->memory[n].l2_hits += launch.l2_tallies()[n].l2_hits;
            result.counters->memory[n].l2_requests += launch.l2_tallies()[n].l2_requests;
            result.counters->memory[n].l2_dram_requests += launch.l2_tallies()[n].l2_dram_requests;
        }
        for (const std::unique_ptr<Core>& core : cores)
            std::ranges::move(core->instrumentation().take_recorded(), std::back_inserter(result.accesses));
        sort_recorded(result.accesses);
        for (const std::unique_ptr<Core>& core : cores)
            std::ranges::move(core->instrumentation().take_traces(), std::back_inserter(result.steps));
        std::ranges::sort(result.steps, {}, &BlockTrace::block);
        result.work = launch.take_work();
        result.waits = cores.front()->instrumentation().waits();
    }
}

} // namespace simulator
