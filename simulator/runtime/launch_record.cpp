#include "runtime/launch_record.h"

#include <array>
#include <vector>

#include "analysis/block_loads.h"
#include "analysis/kernel.h"
#include "gpu/occupancy.h"
#include "loading/module.h"
#include "program/notice.h"

namespace simulator::runtime {

namespace {

std::array<std::uint32_t, 3> sizes_of(const Dim3& size) { return {size.x, size.y, size.z}; }

bool waits_for_phase(const Kernel& kernel, std::uint32_t op, const std::vector<bool>& copies_arrive) {
    const ptx::Instruction* const instruction = kernel.instruction_at(op);
    return instruction != nullptr && tests_mbarrier(*instruction) && !copies_arrive[kernel.info[op].function];
}

std::vector<CountedOp> counted_ops(const Kernel& kernel) {
    std::vector<CountedOp> ops;
    ops.reserve(kernel.info.size());
    // A wait for a phase in which copies arrive counts as a wait for loads.
    std::vector<bool> copies_arrive;
    for (const FunctionLayout& function : kernel.functions)
        copies_arrive.push_back(copies_arrive_at_mbarrier(*function.source));
    for (std::uint32_t op = 0; op < kernel.info.size(); ++op) {
        const OpInfo& info = kernel.info[op];
        ops.push_back({.form = info.form,
                       .written = info.written,
                       .file = info.source.file,
                       .line = info.source.line,
                       .waits_for_loads = kernel.load_waits[op].waits,
                       .overlaps_load = kernel.load_waits[op].overlaps_load,
                       .waits_for_phase = waits_for_phase(kernel, op, copies_arrive)});
    }
    return ops;
}

} // namespace

LaunchRecord record_of(const Device& device, const KernelResources& resources, const LaunchRequest& request,
                       LaunchResult& result, cudaError_t status, timing::Timekeeper* timekeeper,
                       const sass::SassProgram& code) {
    const Kernel& kernel = *request.kernel;
    LaunchRecord record;
    record.kernel = demangled(kernel.name);
    record.mangled = kernel.name;
    record.facts = launch_facts(device, resources, sizes_of(request.grid), sizes_of(request.block),
                                request.dynamic_shared, result.dram);
    record.in_order = result.in_order;
    record.order_reason = result.in_order_reason;
    if (result.waited_for_other_work) {
        record.not_counted =
            "it polled memory that the program or other work writes, so its counts are not reproducible";
    }
    record.status = status == cudaSuccess ? "ok" : name_of(status);
    if (result.counters) {
        record_counters(record, *result.counters, counted_ops(kernel), kernel.module->files);
        if (timekeeper != nullptr) record.time = timekeeper->time_of(request, result, record.facts, code);
    }
    return record;
}

} // namespace simulator::runtime
