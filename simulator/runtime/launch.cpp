#include "runtime/launch.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <utility>

#include "analysis/kernel.h"
#include "finding_messages/call_messages.h"
#include "finding_messages/order_messages.h"
#include "finding_messages/race_messages.h"
#include "findings/finding_text.h"
#include "gpu/occupancy.h"
#include "loading/module.h"
#include "loading/registry.h"
#include "program/notice.h"
#include "protocol/errors.h"
#include "runtime/access_records.h"
#include "runtime/arrays.h"
#include "runtime/device_options.h"
#include "runtime/explain_address.h"
#include "runtime/launch_record.h"
#include "runtime/launches.h"
#include "runtime/memory.h"
#include "runtime/printed_text.h"
#include "runtime/program_report.h"
#include "runtime/properties.h"
#include "runtime/runtime.h"
#include "runtime/work_queue.h"

namespace simulator::runtime {

namespace call_messages = kernelsmith::call_messages;
namespace order_messages = kernelsmith::order_messages;
namespace race_messages = kernelsmith::race_messages;

namespace {

bool within(unsigned value, const Device& device, cudaDeviceAttr largest) {
    return value >= 1 && value <= static_cast<unsigned>(*attribute_of(device, largest));
}

bool fits(const Device& device, const LaunchShape& shape) {
    const auto threads = std::uint64_t{shape.block.x} * shape.block.y * shape.block.z;
    return within(shape.grid.x, device, cudaDevAttrMaxGridDimX) &&
           within(shape.grid.y, device, cudaDevAttrMaxGridDimY) &&
           within(shape.grid.z, device, cudaDevAttrMaxGridDimZ) &&
           within(shape.block.x, device, cudaDevAttrMaxBlockDimX) &&
           within(shape.block.y, device, cudaDevAttrMaxBlockDimY) &&
           within(shape.block.z, device, cudaDevAttrMaxBlockDimZ) && threads <= device.threads_per_block;
}

std::string text_of(const dim3& size) {
    return size.z != 1   ? fmt::format("({}, {}, {})", size.x, size.y, size.z)
           : size.y != 1 ? fmt::format("({}, {})", size.x, size.y)
                         : fmt::format("{}", size.x);
}

std::string text_of(const LaunchShape& shape) {
    const std::string shared =
        shape.dynamic_shared == 0 ? std::string() : fmt::format(", {}", shape.dynamic_shared);
    return fmt::format("<<<{}, {}{}>>>", text_of(shape.grid), text_of(shape.block), shared);
}

/// Returns the violated limit, in the order in which check_launch() tests them.
Message broken_rule(const Device& device, const KernelResources& kernel, std::uint32_t dynamic_limit,
                    const LaunchShape& shape, cudaError_t error) {
    const auto largest = [&](cudaDeviceAttr x, cudaDeviceAttr y, cudaDeviceAttr z) {
        return Message(race_messages::coordinates, {{"x", *attribute_of(device, x)},
                                                    {"y", *attribute_of(device, y)},
                                                    {"z", *attribute_of(device, z)}});
    };
    const auto at_most = [](MessageKind kind, std::uint32_t most) { return Message(kind, {{"most", most}}); };
    const dim3& grid = shape.grid;
    const dim3& block = shape.block;
    const auto threads = std::uint64_t{block.x} * block.y * block.z;
    if (grid.x == 0 || grid.y == 0 || grid.z == 0) {
        return call_messages::grid_needs_a_block;
    }
    if (threads == 0) {
        return call_messages::block_needs_a_thread;
    }
    if (threads > device.threads_per_block) {
        return at_most(call_messages::block_is_too_large, device.threads_per_block);
    }
    if (!fits(device, shape)) {
        return {call_messages::grid_or_block_is_too_large,
                {{"grid", largest(cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ)},
                 {"block",
                  largest(cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ)}}};
    }
    if (threads > kernel.max_threads) {
        return at_most(call_messages::exceeds_launch_bounds, kernel.max_threads);
    }
    if (shape.dynamic_shared > dynamic_limit) {
        return at_most(call_messages::too_much_dynamic_shared_memory, dynamic_limit);
    }
    if (error == cudaErrorLaunchOutOfResources) {
        return call_messages::block_does_not_fit_sm;
    }
    return {call_messages::cuda_error_text, {{"text", text_of(error)}}};
}

std::uint32_t threads_of(const dim3& block) { return block.x * block.y * block.z; }
std::uint64_t blocks_of(const dim3& grid) { return std::uint64_t{grid.x} * grid.y * grid.z; }

cudaError_t error_of(FaultKind kind) {
    switch (kind) {
        case FaultKind::none: return cudaSuccess;
        case FaultKind::illegal_address: return cudaErrorIllegalAddress;
        case FaultKind::misaligned_address: return cudaErrorMisalignedAddress;
        case FaultKind::timeout: return cudaErrorLaunchTimeout;
        case FaultKind::assertion: return cudaErrorAssert;
        case FaultKind::trap:
        case FaultKind::host: return cudaErrorLaunchFailure;
        case FaultKind::stack_overflow: return cudaErrorHardwareStackError;
        case FaultKind::invalid_call: return cudaErrorInvalidPc;
    }
    return cudaErrorUnknown;
}

Finding fault_finding(const Fault& fault, const LaunchRequest& request, const DeviceMemory& memory) {
    Finding finding;
    finding.kind = fault.finding;
    finding.place = place_of(*request.kernel, fault.op);
    finding.block = request.grid.at(fault.block);
    finding.thread = request.block.at(fault.thread);
    finding.address = fault.address;
    finding.what = fault.what;
    finding.where = fault.address ? explain_address(memory, *fault.address) : Message();
    finding.advice = fault.advice;
    return finding;
}

/// Returns the address of the grid barrier for cooperative launches. One is enough, because launches run one
/// at a time.
Address fresh_workspace(Runtime& runtime) {
    const Allocation*& workspace = runtime.launches().grid_workspace;
    if (workspace == nullptr) {
        workspace = runtime.memory().device.allocate(sizeof(GridWorkspace), AllocationOrigin::variable, {},
                                                     "the grid's barrier");
        require(workspace != nullptr, cudaErrorMemoryAllocation);
    }
    const GridWorkspace empty;
    std::memcpy(workspace->host, &empty, sizeof empty);
    return workspace->begin;
}

LaunchRequest request_of(Runtime& runtime, std::shared_ptr<const Kernel> code,
                         const KernelResources& resources, const LaunchShape& shape,
                         const PackArguments& pack) {
    LaunchRequest request;
    request.parameters = pack(*code);
    require(request.parameters.size() == code->parameter_bytes);
    request.kernel = std::move(code);
    request.grid = {shape.grid.x, shape.grid.y, shape.grid.z};
    request.block = {shape.block.x, shape.block.y, shape.block.z};
    request.dynamic_shared = static_cast<std::uint32_t>(shape.dynamic_shared);
    request.stack_bytes = static_cast<std::uint32_t>(runtime.options().limits.at(cudaLimitStackSize));
    request.print_bytes = runtime.options().limits.at(cudaLimitPrintfFifoSize);
    request.heap = &runtime.memory().heap;
    const Occupancy on_sm =
        occupancy(runtime.device, resources, threads_of(shape.block), request.dynamic_shared);
    const std::uint64_t on_fullest =
        (blocks_of(shape.grid) + runtime.device.multiprocessors - 1) / runtime.device.multiprocessors;
    request.resident_blocks = static_cast<std::uint32_t>(
        std::max<std::uint64_t>(1, std::min<std::uint64_t>(on_sm.blocks_per_sm, on_fullest)));
    request.l1_bytes = on_sm.l1_bytes;
    return request;
}

/// Returns the blocks whose accesses are recorded, each once: none if the kernel was recorded before.
std::vector<std::uint64_t> recorded_blocks(Runtime& runtime, const LaunchRequest& request) {
    const BlockSelection& wanted = runtime.settings.accesses;
    if (wanted.empty() || runtime.launches().recorded.contains(request.kernel->name)) {
        return {};
    }
    std::set<std::uint64_t> blocks(wanted.numbers.begin(), wanted.numbers.end());
    if (wanted.middle) {
        const Dim3& grid = request.grid;
        blocks.insert((std::uint64_t{grid.z / 2} * grid.y + grid.y / 2) * grid.x + grid.x / 2);
    }
    return {blocks.begin(), blocks.end()};
}

/// Runs a validated launch to its end.
void run(Runtime& runtime, LaunchRequest& request, const KernelResources& resources,
         const sass::SassProgram& sass) {
    Launches& launches = runtime.launches();
    ProgramReport& report = runtime.report();
    const DeviceMemory& memory = runtime.memory().device;
    timing::Timekeeper* const timekeeper = launches.has_times() ? &*launches.timekeeper : nullptr;
    request.recorded_blocks = recorded_blocks(runtime, request);
    if (timekeeper != nullptr) {
        timekeeper->prepare(request);
    }
    if (request.kernel->uses_heap) {
        runtime.memory().heap.open();
    }
    report.traced = report.traced || is_traced(request.kernel->name, runtime.settings.trace);

    const order::WorkItemPtr& item = Task::current_work_item();
    if (item != nullptr) {
        item->describe({order_messages::kernel_work, {{"kernel", demangled(request.kernel->name)}}},
                       [kernel = request.kernel](std::uint32_t op) { return place_of(*kernel, op); });
    }
    std::unique_ptr<Checks> checks = launches.acquire_checks(item);
    LaunchResult result = launches.machine.launch(request, checks.get());
    launches.release_checks(std::move(checks));
    runtime.printed_text().add(result.printed);
    const cudaError_t status = result.fault ? error_of(result.fault->kind) : cudaSuccess;
    LaunchRecord record = record_of(runtime.device, resources, request, result, status, timekeeper, sass);
    if (!result.accesses.empty()) {
        record.accesses = access_records(request, result.accesses, memory);
        launches.recorded.insert(request.kernel->name);
    }
    report.launches.add(std::move(record));
    if (result.fault) {
        runtime.errors().fault(status);
        report.over_limit = report.over_limit || result.fault->over_limit;
        if (result.fault->kind == FaultKind::host) {
            report_unsupported(fmt::format("{} could not be run to its end: {}",
                                           demangled(request.kernel->name), sentence(result.fault->what)));
        } else if (!result.fault->reported) {
            report.findings.add(fault_finding(*result.fault, request, memory));
        }
    }
}

} // namespace

cudaError_t check_launch(const Device& device, const KernelResources& kernel, std::uint32_t dynamic_limit,
                         const LaunchShape& shape) {
    if (!fits(device, shape) || threads_of(shape.block) > kernel.max_threads) {
        return cudaErrorInvalidValue;
    }
    if (shape.dynamic_shared > dynamic_limit) {
        return shape.cooperative ? cudaErrorCooperativeLaunchTooLarge : cudaErrorInvalidValue;
    }
    const auto dynamic_shared = static_cast<std::uint32_t>(shape.dynamic_shared);
    const std::uint64_t on_sm =
        occupancy(device, kernel, threads_of(shape.block), dynamic_shared).blocks_per_sm;
    const bool too_much_shared = shape.dynamic_shared + kernel.static_shared > device.shared_per_block_optin;
    if (too_much_shared || (kernel.registers_known && on_sm == 0)) {
        return cudaErrorLaunchOutOfResources;
    }
    const bool all_at_once = blocks_of(shape.grid) <= on_sm * device.multiprocessors;
    return shape.cooperative && !all_at_once ? cudaErrorCooperativeLaunchTooLarge : cudaSuccess;
}

std::uint32_t dynamic_shared_limit(const Device& device, const KernelHandle& kernel,
                                   const KernelResources& resources) {
    const std::uint32_t not_requested =
        device.shared_per_block - std::min(resources.static_shared, device.shared_per_block);
    return kernel.dynamic_shared.value_or(not_requested);
}

KernelHandle& kernel_of(Runtime& runtime, const void* function) {
    require(function != nullptr, cudaErrorInvalidDeviceFunction);
    KernelHandle* const kernel = runtime.registry().kernel(function);
    require(kernel != nullptr, cudaErrorInvalidResourceHandle);
    return *kernel;
}

Message explain_refusal(Runtime& runtime, KernelHandle& kernel, const LaunchShape& shape, cudaError_t error) {
    try {
        const KernelResources resources = kernel.module->resources(runtime.memory().device, kernel.name);
        const std::uint32_t dynamic_limit = dynamic_shared_limit(runtime.device, kernel, resources);
        return {call_messages::launch_was_refused,
                {{"shape", text_of(shape)},
                 {"kernel", demangled(kernel.name)},
                 {"rule", broken_rule(runtime.device, resources, dynamic_limit, shape, error)}}};
    } catch (const ApiError&) {
        return {};
    }
}

Work launch_of(Runtime& runtime, KernelHandle& kernel, const LaunchShape& shape, const PackArguments& pack) {
    std::shared_ptr<const Kernel> code = kernel.module->kernel(runtime.memory().device, kernel.name);
    const KernelResources resources = kernel.module->resources(runtime.memory().device, kernel.name);
    const cudaError_t refused = check_launch(runtime.device, resources,
                                             dynamic_shared_limit(runtime.device, kernel, resources), shape);
    require(refused == cudaSuccess, refused);
    return [request = request_of(runtime, std::move(code), resources, shape, pack), resources,
            textures = std::make_shared<const Textures>(runtime.arrays().textures),
            sass = runtime.launches().has_times() ? kernel.module->sass()
                                                  : std::make_shared<const sass::SassProgram>(),
            cooperative = shape.cooperative](Runtime& later) mutable {
        request.grid_workspace = cooperative ? fresh_workspace(later) : 0;
        request.textures = textures.get();
        request.yield_to_other_work = [&later](bool livelocked) {
            return later.queue().yield_to_other_work(livelocked);
        };
        run(later, request, resources, *sass);
    };
}

} // namespace simulator::runtime
