#include <algorithm>

#include "machine/decoder.h"
#include "machine/handlers/control.h"

// Calls: their arguments and results, and the local memory that they take.

namespace simulator {

using ptx::Form;
using ptx::Function;
using ptx::Instruction;
using ptx::Operand;

void Decoder::add_label_list(Op& op, const Instruction& instruction) {
    op.extra = static_cast<std::uint32_t>(kernel_->label_lists.size());
    std::vector<std::uint32_t>& list = kernel_->label_lists.emplace_back();
    for (const std::uint32_t label : function_->label_lists[instruction.operands[1].index])
        list.push_back(op_of_[function_->labels[label]]);
}

void Decoder::add_call(Op& op, const Instruction& instruction) {
    const std::vector<Operand>& parts = instruction.operands[0].elements;
    CallLayout layout;
    if (parts[0].kind == Operand::Kind::function) {
        const Function& callee = module_.functions[parts[0].index];
        if (callee.declared_only) {
            layout.system_call = find_system_call(callee.name);
            if (layout.system_call == SystemCall::none)
                fail(instruction, "calls " + callee.name +
                                      ", which is not in this program and which the "
                                      "simulator does not have");
        } else {
            layout.function = place_function(parts[0].index);
        }
    } else {
        layout.indirect = true;
        place_functions_with_address();
    }
    const auto layouts_of = [&](const Operand& list) {
        std::vector<VariableLayout> layouts;
        for (const Operand& element : list.elements) {
            if (element.kind != Operand::Kind::variable || !in_frame(element))
                fail(instruction, "arguments and results of a call must be .param variables");
            layouts.push_back(plan().local(element.index));
        }
        return layouts;
    };
    layout.results = layouts_of(parts[1]);
    layout.arguments = layouts_of(parts[2]);
    op.extra = static_cast<std::uint32_t>(kernel_->calls.size());
    kernel_->calls.push_back(std::move(layout));
}

// Places all functions whose address is taken, because an indirect call may call any of these.
void Decoder::place_functions_with_address() {
    const std::vector<bool> taken = module_.functions_with_address();
    for (std::uint32_t n = 0; n < module_.functions.size(); ++n)
        if (taken[n] && !module_.functions[n].entry && !module_.functions[n].declared_only) place_function(n);
}

// Computes the local memory of the deepest call chain; marks the kernel as recursive if its depth has no
// bound.
void Decoder::measure_calls() {
    std::vector<int> state(kernel_->functions.size(), 0);
    std::vector<std::uint32_t> below(kernel_->functions.size(), 0);
    const auto visit = [&](const auto& self, std::uint32_t index) -> void {
        state[index] = 1;
        for (std::size_t n = 0; n < kernel_->info.size(); ++n) {
            const OpInfo& info = kernel_->info[n];
            if (info.function != index || info.form != Form::call) continue;
            const CallLayout& call = kernel_->calls[kernel_->code[n].extra];
            if (call.system_call != SystemCall::none) continue;
            if (call.indirect || state[call.function] == 1) {
                kernel_->recursive = true;
                continue;
            }
            if (state[call.function] == 0) self(self, call.function);
            below[index] =
                std::max(below[index], below[call.function] + kernel_->functions[call.function].local_bytes);
        }
        state[index] = 2;
    };
    visit(visit, 0);
    kernel_->call_bytes = below[0];
}

} // namespace simulator
