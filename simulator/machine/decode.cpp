#include <algorithm>

#include "analysis/address_origins.h"
#include "analysis/atomic_lowering.h"
#include "analysis/communication.h"
#include "analysis/load_waits.h"
#include "analysis/merged_loads.h"
#include "analysis/polling.h"
#include "analysis/register_use.h"
#include "machine/decoder.h"
#include "machine/handlers/control.h"
#include "machine/handlers/memory.h"
#include "machine/handlers/select.h"
#include "machine/launch.h"
#include "ptx/parser.h"

namespace simulator {

using ptx::Form;
using ptx::Function;
using ptx::Instruction;
using ptx::Operand;

namespace {

// A call costs a GPU's thread some stack even if the function has no local variables.
constexpr std::uint32_t call_overhead = 32;

std::uint32_t aligned(std::uint32_t offset, std::uint32_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

Op op_of(const Handlers& handlers) {
    Op op;
    op.full = handlers.full;
    op.partial = handlers.partial;
    op.extra = handlers.extra;
    if (handlers.test != nullptr) op.test = handlers.test;
    return op;
}

bool writes_any(const Instruction& instruction, const std::vector<bool>& registers) {
    bool any = false;
    for_each_written(instruction, [&](std::uint32_t reg) { any = any || registers[reg]; });
    return any;
}

std::int64_t distance(std::uint32_t from, std::uint32_t to) { return std::int64_t{to} - std::int64_t{from}; }

} // namespace

Decoder::Decoder(std::shared_ptr<const ptx::Module> module, const std::vector<Address>& variables,
                 bool track_definedness)
    : module_(*module), addresses_(variables), track_definedness_(track_definedness),
      kernel_(std::make_shared<Kernel>()) {
    kernel_->module = std::move(module);
    kernel_->function_of.assign(module_.functions.size(), -1);
    if (uses_reserved_shared(module_)) kernel_->reserved_shared = reserved_shared_bytes;
}

std::shared_ptr<const Kernel> Decoder::decode(std::uint32_t entry) {
    const Function& kernel = module_.functions[entry];
    kernel_->name = kernel.name;
    place_parameters(kernel);
    // A function gets its index when it is first referenced, and functions are decoded in that order.
    place_function(entry);
    for (std::size_t n = 0; n < kernel_->functions.size(); ++n) decode_function(n);
    place_shared_end();
    measure_calls();
    std::vector<const Function*> all;
    for (const FunctionLayout& layout : kernel_->functions) all.push_back(layout.source);
    kernel_->uses_heap = std::ranges::any_of(kernel_->calls, [](const CallLayout& call) {
        return call.system_call == SystemCall::allocate || call.system_call == SystemCall::release;
    });
    kernel_->in_order_reason =
        kernel_->uses_heap ? "blocks share the heap" : reason_for_block_order(all, polls_);
    kernel_->fences = has_fences(all);
    kernel_->partial_barriers = has_partial_barriers(all);
    kernel_->constants = constants_.bytes();
    kernel_->shared_load_bytes = merged_shared_loads(*kernel_);
    kernel_->load_waits = load_waits(*kernel_);
    kernel_->origins = address_origins(*kernel_);
    return kernel_;
}

// The bound also keeps the 32-bit sums of sizes below from overflowing.
void Decoder::check_variable_sizes(const Function& function) const {
    std::uint64_t bytes = 0;
    for (const auto* variables : {&function.results, &function.parameters, &function.variables})
        for (const ptx::Variable& variable : *variables)
            bytes += std::min<std::uint64_t>(variable.bytes, max_variable_bytes + 1) + variable.alignment;
    if (bytes > max_variable_bytes)
        throw ptx::PtxError(0, function.name, {}, "its variables and parameters take more than a GPU has");
}

void Decoder::place_parameters(const Function& kernel) {
    check_variable_sizes(kernel);
    std::uint32_t offset = 0;
    for (const ptx::Variable& parameter : kernel.parameters) {
        offset = aligned(offset, std::max(1U, parameter.alignment));
        kernel_->parameters.push_back({offset, static_cast<std::uint32_t>(parameter.bytes)});
        offset += static_cast<std::uint32_t>(parameter.bytes);
    }
    kernel_->parameter_bytes = offset;
}

std::uint32_t Decoder::place_function(std::uint32_t index) {
    std::int32_t& known = kernel_->function_of[index];
    if (known < 0) {
        check_variable_sizes(module_.functions[index]);
        known = static_cast<std::int32_t>(kernel_->functions.size());
        plans_.emplace_back(module_.functions[index]);
        FunctionLayout layout;
        layout.name = module_.functions[index].name;
        layout.source = &module_.functions[index];
        kernel_->functions.push_back(std::move(layout));
    }
    return static_cast<std::uint32_t>(known);
}

void Decoder::decode_function(std::size_t index) {
    function_ = kernel_->functions[index].source;
    ptx::require_understood(*function_);
    number_ = static_cast<std::uint32_t>(index);
    const ControlFlow flow = control_flow(*function_);
    values_ = value_flow(*function_);
    uniform_ = uniform_registers(*function_);
    if (track_definedness_) definedness_ = analyze_definedness(*function_);
    polls_.push_back(polling_reads(*function_, flow));
    const auto first = static_cast<std::uint32_t>(kernel_->code.size());
    op_of_.clear();
    std::uint32_t next = first;
    for (std::uint32_t n = 0; n < function_->body.size(); ++n) {
        op_of_.push_back(next);
        next += 1U + flow.is_reconvergence_point[n] + needs_shadow_op(n) + needs_shadow_op_after(n);
    }
    op_of_.push_back(next);

    for (std::uint32_t n = 0; n < function_->body.size(); ++n) {
        if (flow.is_reconvergence_point[n]) append_reconvergence_point(function_->body[n]);
        if (needs_shadow_op(n)) append_shadow_op(n, false);
        append(n);
        if (needs_shadow_op_after(n)) append_shadow_op(n, true);
        const std::uint32_t end = op_of_[n + 1];
        for (std::uint32_t op = op_of_[n]; op < end; ++op) kernel_->info[op].order = flow.order[n];
    }
    append_end();
    kernel_->info.back().order = flow.order.back();

    FramePlan& plan = plans_[index];
    FunctionLayout& layout = kernel_->functions[index];
    layout.first_op = first;
    layout.frame_bytes = plan.frame_bytes;
    layout.local_bytes = aligned(plan.local_bytes, 16);
    layout.stack_bytes = aligned(plan.variable_bytes, 16) + call_overhead;
    layout.special = plan.special;
    const auto results = static_cast<std::uint32_t>(function_->results.size());
    for (std::uint32_t n = 0; n < results; ++n) layout.results.push_back(plan.local(n));
    for (std::uint32_t n = 0; n < function_->parameters.size(); ++n)
        layout.parameters.push_back(plan.local(results + n));
}

void Decoder::append_reconvergence_point(const Instruction& at) {
    const Handlers handlers = reconvergence_handlers();
    kernel_->code.push_back(op_of(handlers));
    kernel_->info.push_back({Form::bra, false, at.source, at.ptx_line, number_, 0});
}

void Decoder::append_end() {
    static const Instruction end = {};
    const Handlers handlers = select_ret({end, *function_});
    kernel_->code.push_back(op_of(handlers));
    kernel_->info.push_back({Form::ret, false, {}, 0, number_, 0});
}

void Decoder::append(std::uint32_t n) {
    const Instruction& instruction = function_->body[n];
    const auto here = static_cast<std::uint32_t>(kernel_->code.size());
    Handlers handlers = select_special_case(instruction, *function_);
    if (handlers.full == nullptr) handlers = select({instruction, *function_});
    if (handlers.full == nullptr)
        fail(instruction, "the simulator has no " + ptx::disassemble(module_, *function_, instruction));
    Op op = op_of(handlers);
    if (instruction.guard) {
        op.guard = plan().slot_of(instruction.guard->reg).bits;
        if (instruction.guard->negated) op.guard |= Op::guard_negated;
    }
    place_operands(op, instruction);
    if (ptx::row_of(instruction.form).group == ptx::Group::memory) add_memory_flags(op, n);
    if (instruction.form == Form::bra)
        op.target = distance(here, op_of_[function_->labels[instruction.operands[0].index]]);
    if (instruction.form == Form::brx) add_label_list(op, instruction);
    if (instruction.form == Form::call) add_call(op, instruction);
    kernel_->code.push_back(op);
    kernel_->info.push_back({instruction.form, true, instruction.source, instruction.ptx_line, number_, n});
}

// A copy to shared memory has two addresses; the offset of the second one is stored in place of the flags.
void Decoder::add_memory_flags(Op& op, std::uint32_t n) {
    const Instruction& instruction = function_->body[n];
    if (instruction.form == Form::cp_async) {
        op.extra = static_cast<std::uint32_t>(second_.offset);
        return;
    }
    MemoryFlags flags;
    flags.in_frame = std::ranges::any_of(instruction.operands, [this](const Operand& operand) {
        return operand.kind == Operand::Kind::address &&
               operand.elements[0].kind == Operand::Kind::variable && in_frame(operand.elements[0]);
    });
    flags.strength = strength_of(instruction);
    flags.scope = instruction.has(ptx::Word::cta) ? MemoryScope::block : MemoryScope::device;
    flags.result_used = writes_any(instruction, values_.needed);
    flags.lowering = atomic_lowering(instruction, flags.result_used, uniform_);
    flags.polls = polls_[number_][n];
    flags.overwrites = instruction.form == Form::atom_exchange && !flags.result_used;
    flags.samples = instruction.has(ptx::Word::volatile_) && flags.result_used &&
                    !writes_any(instruction, values_.controls);
    flags.is_read_modify_write = flags.strength != Strength::weak && is_update(instruction);
    op.extra = flags.packed();
}

// Returns whether a load's value flows into a strong store, or a store's value comes from a strong load.
bool Decoder::is_update(const Instruction& instruction) const {
    if (writes_first(instruction.form)) return writes_any(instruction, values_.reaches_release_store);
    bool any = false;
    for_each_operand_read(instruction, [&](std::uint32_t reg, std::size_t n) {
        any = any || (n == 1 && values_.derives_from_strong_load[reg]);
    });
    return any;
}

void Decoder::fail(const Instruction& instruction, std::string what) const {
    throw ptx::PtxError(instruction.ptx_line, function_->name, instruction.source, std::move(what));
}

std::shared_ptr<const Kernel> decode(std::shared_ptr<const ptx::Module> module, std::uint32_t function,
                                     const std::vector<Address>& variables, bool track_definedness) {
    return Decoder(std::move(module), variables, track_definedness).decode(function);
}

const ptx::Instruction* Kernel::instruction_at(std::uint32_t op) const {
    if (!info[op].written) return nullptr;
    return &functions[info[op].function].source->body[info[op].instruction];
}

Address address_of_function(std::uint32_t index) { return code_window + (Address{index} + 1) * 16; }

std::int64_t function_at(Address address) {
    if (address <= code_window || address >= code_window + window_bytes || address % 16 != 0) return -1;
    return static_cast<std::int64_t>((address - code_window) / 16) - 1;
}

} // namespace simulator
